// Signal handlers: an invalid access, a stack overflow, a failed assert inside a kernel; host code on device memory.
#include "fault.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "report.h"

namespace simt
{

static const int handled[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr unsigned handled_count = sizeof handled / sizeof *handled;
static struct sigaction previous[handled_count];

// Where the fault is, as if it was a return address; NULL: not known.
static const void *instruction_of(const void *context)
{
#if defined(__x86_64__) && defined(__linux__)
    const ucontext_t *saved = (const ucontext_t *)context;
    return (const char *)saved->uc_mcontext.gregs[16 /* REG_RIP */] + 1;
#else
    (void)context;
    return nullptr;
#endif
}

// "write to" or "read of", where the processor tells.
static const char *access_word(const void *context)
{
#if defined(__x86_64__) && defined(__linux__)
    const ucontext_t *saved = (const ucontext_t *)context;
    return saved->uc_mcontext.gregs[19 /* REG_ERR */] & 2 ? "write to" : "read of";
#else
    (void)context;
    return "access to";
#endif
}

[[noreturn]] static void report_invalid_access(const Block &block, const void *address, const void *context)
{
    int overflown = block.stacks.guard_at(address);
    if (overflown >= 0) {
        char detail[120];
        snprintf(detail, sizeof detail, "a thread has %zu KB for its local variables and calls (CURESTRUCT_SIMT_STACK)",
                 block.stacks.size() / 1024);
        report_fault(block, "stack overflow", detail, instruction_of(context));
    }
    char place[200], detail[250];
    memory_describe(address, place, sizeof place);
    snprintf(detail, sizeof detail, "%s address %s", access_word(context), place);
    report_fault(block, "invalid memory access", detail, instruction_of(context));
}

static void report_in_kernel(const Block &block, int signal, const siginfo_t *info, const void *context)
{
    switch (signal) {
    case SIGSEGV:
    case SIGBUS: report_invalid_access(block, info->si_addr, context);
    case SIGFPE: report_fault(block, "integer division by zero or overflow", "", instruction_of(context));
    case SIGILL: report_fault(block, "illegal instruction", "", instruction_of(context));
    default: report_fault(block, "abort or failed assertion", "");
    }
}

static void report_in_host(const void *address, const void *context)
{
    char place[200], what[300];
    memory_describe(address, place, sizeof place);
    snprintf(what, sizeof what, "host code accesses device memory\n  address %s", place);
    // The instruction itself, and its callers: it may be the C library's.
    CallSite site = report_file() ? host_call_site() : CallSite();
    memmove(site.frames + 1, site.frames, sizeof site.frames - sizeof *site.frames);
    site.frames[0] = (void *)instruction_of(context);
    report_host_at(site, what);
}

// Not ours: whoever was there before, or the default, gets it when the instruction runs again.
static void pass_on(int signal)
{
    for (unsigned i = 0; i < handled_count; i++)
        if (handled[i] == signal)
            sigaction(signal, &previous[i], nullptr);
    if (signal == SIGABRT)
        raise(signal);
}

static void handle(int signal, siginfo_t *info, void *context)
{
    const Block *block = current_block();
    if (block)
        report_in_kernel(*block, signal, info, context);
    bool access = signal == SIGSEGV || signal == SIGBUS;
    if (access && memory_reserved(info->si_addr))
        report_in_host(info->si_addr, context);
    pass_on(signal);
}

struct Handlers {
    Handlers()
    {
        struct sigaction action = {};
        action.sa_sigaction = handle;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
        sigemptyset(&action.sa_mask);
        for (unsigned i = 0; i < handled_count; i++)
            sigaction(handled[i], &action, &previous[i]);
    }
    ~Handlers()
    {
        for (unsigned i = 0; i < handled_count; i++) {
            struct sigaction current;
            sigaction(handled[i], nullptr, &current);
            if (current.sa_sigaction == handle)
                sigaction(handled[i], &previous[i], nullptr);
        }
    }
};

void faults_install() { static Handlers handlers; }

struct SignalStack {
    void *memory = nullptr;
    ~SignalStack()
    {
        if (!memory)
            return;
        stack_t none = {};
        none.ss_flags = SS_DISABLE;
        sigaltstack(&none, nullptr);
        free(memory);
    }
};

static thread_local SignalStack signal_stack; // not local to a function: those are taken for __shared__ arrays

void faults_prepare_thread()
{
    constexpr size_t size = 64 * 1024;
    stack_t current;
    sigaltstack(nullptr, &current);
    if (!(current.ss_flags & SS_DISABLE))
        return;
    signal_stack.memory = malloc(size);
    stack_t wanted = {};
    wanted.ss_sp = signal_stack.memory;
    wanted.ss_size = size;
    sigaltstack(&wanted, nullptr);
}

} // namespace simt
