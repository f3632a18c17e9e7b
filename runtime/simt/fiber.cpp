// Context switches: by hand on x86-64 (a few nanoseconds), by ucontext elsewhere; stacks with guard pages.
#include "fiber.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef SIMT_ADDRESS_SANITIZER
#include <sanitizer/common_interface_defs.h>
#endif

namespace simt
{

#ifdef SIMT_UCONTEXT

static void prepare_stack(Context &context, char *low, size_t size, size_t offset, void (*entry)())
{
    getcontext(&context.saved);
    context.saved.uc_stack.ss_sp = low;
    context.saved.uc_stack.ss_size = size - offset;
    context.saved.uc_link = nullptr;
    makecontext(&context.saved, entry, 0);
}

static void switch_stack(Context &from, Context &to) { swapcontext(&from.saved, &to.saved); }

#else

// As at the beginning of a function: the stack is aligned but for a return address, which is 0 and ends the chain of
// callers. An address sanitizer may still know variables there of the stack's last thread.
#ifdef SIMT_ADDRESS_SANITIZER
__attribute__((no_sanitize("address")))
#endif
static void
prepare_stack(Context &context, char *low, size_t size, size_t offset, void (*entry)())
{
    const size_t registers = 7;
    unsigned long long *top = (unsigned long long *)((uintptr_t)(low + size - offset) & ~(uintptr_t)15) - 1;
    *top = 0;
    *--top = (uintptr_t)entry;
    for (size_t i = 0; i < registers; i++)
        *--top = 0;
    context.stack_pointer = top;
}

__asm__(".text\n"
        ".p2align 6\n"
        ".globl simt_exchange\n"
        ".hidden simt_exchange\n"
        ".type simt_exchange, @function\n"
        "simt_exchange:\n\t" SIMT_EXCHANGE_STACKS("%") ".size simt_exchange, .-simt_exchange\n");

#ifdef SIMT_ADDRESS_SANITIZER
static void switch_stack(Context &from, Context &to) { exchange_stacks(from, to); }
#endif

#endif

#ifdef SIMT_ADDRESS_SANITIZER

static thread_local Context *left; // the context that was running before the switch in progress

void context_entered()
{
    const void *low;
    size_t size;
    __sanitizer_finish_switch_fiber(nullptr, &low, &size);
    left->stack_low = low;
    left->stack_size = size;
}

__attribute__((no_sanitize("address"))) void context_switch(Context &from, Context &to, bool last)
{
    left = &from;
    __sanitizer_start_switch_fiber(last ? nullptr : &from.fake_stack, to.stack_low, to.stack_size);
    switch_stack(from, to);
    const void *low;
    size_t size;
    __sanitizer_finish_switch_fiber(from.fake_stack, &low, &size);
    left->stack_low = low;
    left->stack_size = size;
}

#elif defined(SIMT_UCONTEXT)
void context_switch(Context &from, Context &to, bool) { switch_stack(from, to); }
#endif

void context_prepare(Context &context, char *low, size_t size, size_t offset, void (*entry)())
{
    prepare_stack(context, low, size, offset, entry);
#ifdef SIMT_ADDRESS_SANITIZER
    context.stack_low = low;
    context.stack_size = size;
    context.fake_stack = nullptr;
#endif
}

// 61 steps of 192 bytes: neighbours differ, and one stack in 61 shares its cache sets with another.
size_t StackPool::colour(unsigned index) { return index * 5 % 61 * 192; }

void StackPool::reserve(unsigned count, size_t size)
{
    if (count <= count_)
        return;
    this->~StackPool();
    guard_ = (size_t)sysconf(_SC_PAGESIZE);
    stride_ = guard_ + (size + guard_ - 1) / guard_ * guard_;
    count_ = count;
    void *memory =
        mmap(nullptr, count * stride_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        perror("curestruct simt: no memory for the stacks of a block");
        exit(3);
    }
    memory_ = (char *)memory;
    for (unsigned i = 0; i < count; i++)
        mprotect(memory_ + i * stride_, guard_, PROT_NONE);
}

StackPool::~StackPool()
{
    if (memory_)
        munmap(memory_, count_ * stride_);
    memory_ = nullptr;
    count_ = 0;
}

int StackPool::guard_at(const void *address) const
{
    size_t offset = (size_t)((const char *)address - memory_);
    if (!memory_ || (const char *)address < memory_ || offset >= count_ * stride_ || offset % stride_ >= guard_)
        return -1;
    return (int)(offset / stride_);
}

} // namespace simt
