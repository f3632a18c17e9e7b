#define _GNU_SOURCE
#include "worker.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static Shared *fault_target; // a signal handler has no arguments of its own

static void on_fault(int signal, siginfo_t *info, void *context)
{
    (void)context;
    fault_target->signal = signal;
    fault_target->fault = info->si_addr;
    _exit(1);
}

static void catch_faults(Shared *shared)
{
    static char stack[1 << 16];
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    fault_target = shared;
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
}

static int open_errors(void)
{
    char path[300];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/curestruct-stderr-XXXXXX", folder && *folder ? folder : "/tmp");
    int file = mkostemp(path, O_CLOEXEC);
    if (file >= 0)
        unlink(path);
    return file;
}

static bool find_state(State *state, void *library, const char *begin, const char *end)
{
    state->begin = dlsym(library, begin);
    char *last = dlsym(library, end);
    if (!state->begin || !last || last < state->begin)
        return false;
    state->size = (size_t)(last - state->begin);
    bool zeros = true;
    for (size_t i = 0; zeros && i < state->size; i++)
        zeros = state->begin[i] == 0;
    if (zeros)
        return true;
    state->pristine = malloc(state->size);
    memcpy(state->pristine, state->begin, state->size);
    return true;
}

static void restore_state(const State *state)
{
    if (state->pristine)
        memcpy(state->begin, state->pristine, state->size);
    else
        memset(state->begin, 0, state->size);
}

bool worker_open(Worker *worker, const char *folder, const char *name, const Layout *layout)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.so", folder, name);
    *worker = (Worker){.name = name, .layout = layout, .shared = layout->shared, .seconds = 20};
    void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "check: error: %s\n", dlerror());
        return false;
    }
    worker->entry = (void (*)(int, void **, void *))dlsym(library, "crs_entry");
    worker->global = (void *(*)(int))dlsym(library, "crs_global");
    worker->begin = (void (*)(Notes *))dlsym(library, "crs_notes_begin");
    worker->devices = (int (*)(void))dlsym(library, "crs_devices");
    worker->to_device = (void *(*)(const void *, unsigned long))dlsym(library, "crs_to_device");
    worker->from_device = (void (*)(void *, void *, unsigned long))dlsym(library, "crs_from_device");
    worker->bring_back = (void (*)(void))dlsym(library, "crs_bring_back");
    worker->note_block = (void (*)(void *, unsigned long))dlsym(library, "crs_note_memory");
    worker->forget_blocks = (void (*)(void *, unsigned long))dlsym(library, "crs_forget_memory");
    worker->errors = open_errors();
    bool has_state = find_state(&worker->data, library, "crs_data_begin", "crs_data_end") &&
                     find_state(&worker->zeroed, library, "crs_bss_begin", "crs_bss_end");
    if (worker->entry && worker->global && has_state)
        return true;
    fprintf(stderr, "check: error: %s has no entry\n", path);
    return false;
}

// ---- the child

static void protect(const Worker *worker)
{
    const Layout *layout = worker->layout;
    mprotect(layout->arena, layout->arena_size, PROT_NONE);
    for (int i = 0; i < worker->shared->range_count; i++) {
        Range range = worker->shared->ranges[i];
        mprotect(range.begin, (size_t)(range.end - range.begin), PROT_READ | PROT_WRITE);
    }
}

// Copies the variables at file scope between the build and their places in shared memory.
static void copy_globals(const Worker *worker, bool in)
{
    const CrsSpec *spec = worker->layout->spec;
    for (int i = 0; i < spec->global_count; i++) {
        const CrsVariable *variable = &spec->globals[i];
        void *here = worker->global(i), *there = worker->shared->globals[i];
        size_t size = (size_t)(variable->type->size * variable->count);
        if (variable->origin == CRS_CONSTANT || !here)
            continue;
        memcpy(in ? here : there, in ? there : here, size);
    }
}

// The blocks in which launchers find arrays that nothing else measures: the program notes them where it allocates.
static void note_blocks(const Worker *worker)
{
    const CrsSpec *spec = worker->layout->spec;
    if (worker->forget_blocks) // those of earlier calls; an array of no elements has none
        worker->forget_blocks(worker->layout->arena, worker->layout->arena_size);
    for (int i = 0; worker->note_block && i < worker->shared->range_count; i++) {
        Range range = worker->shared->ranges[i];
        worker->note_block(range.begin, (unsigned long)(range.end - range.begin));
    }
    for (int i = 0; worker->note_block && i < spec->global_count; i++)
        if (worker->global(i))
            worker->note_block(worker->global(i),
                               (unsigned long)(spec->globals[i].type->size * spec->globals[i].count));
}

// present() arrays: the function gets pointers to device memory.
static void present_begin(const Worker *worker, char **memory)
{
    for (int i = 0; worker->to_device && i < worker->shared->present_count; i++) {
        Present *present = &worker->shared->present[i];
        memory[i] = worker->to_device(present->begin, (unsigned long)(present->end - present->begin));
        *present->place = memory[i] + (*present->place - present->begin);
    }
}

static void present_end(const Worker *worker, char **memory)
{
    for (int i = 0; worker->to_device && i < worker->shared->present_count; i++) {
        Present *present = &worker->shared->present[i];
        *present->place = present->begin + (*present->place - memory[i]);
        worker->from_device(present->begin, memory[i], (unsigned long)(present->end - present->begin));
    }
}

_Noreturn static void serve(const Worker *worker, int commands, int answers)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL); // otherwise a function that never ends outlives an interrupted check
    catch_faults(worker->shared);
    signal(SIGPIPE, SIG_DFL);
    if (worker->order)
        setenv("CURESTRUCT_SIMT_ORDER", worker->order, 1);
    int silence = open("/dev/null", O_WRONLY);
    dup2(silence, 1);
    if (worker->errors >= 0) {
        if (ftruncate(worker->errors, 0) == 0)
            lseek(worker->errors, 0, SEEK_SET);
        dup2(worker->errors, 2);
    }
    char byte, *memory[MAX_PRESENT];
    while (read(commands, &byte, 1) == 1) {
        setenv("CURESTRUCT_VERSION", worker->shared->version, 1);
        char most_blocks[20];
        snprintf(most_blocks, sizeof most_blocks, "%d", worker->shared->most_blocks);
        setenv("CURESTRUCT_SIMT_GRID", most_blocks, 1);
        setenv("CURESTRUCT_SIMT_RACES", worker->shared->races ? "1" : "0", 1);
        protect(worker);
        if (!worker->shared->again) {
            restore_state(&worker->data);
            restore_state(&worker->zeroed);
            srand(1);
        }
        copy_globals(worker, true);
        note_blocks(worker);
        if (worker->begin)
            worker->begin(&worker->shared->notes);
        present_begin(worker, memory);
        worker->entry(worker->shared->function, worker->shared->arguments, worker->shared->result);
        if (worker->bring_back)
            worker->bring_back();
        present_end(worker, memory);
        copy_globals(worker, false);
        if (write(answers, "", 1) != 1)
            break;
    }
    _exit(0);
}

// ---- the parent

static void start(Worker *worker)
{
    int commands[2], answers[2];
    if (pipe2(commands, O_CLOEXEC) != 0 || pipe2(answers, O_CLOEXEC) != 0) {
        perror("check: error: pipe");
        exit(1);
    }
    fflush(NULL);
    worker->process = fork();
    if (worker->process < 0) {
        perror("check: error: fork");
        exit(1);
    }
    if (worker->process == 0) {
        close(commands[1]);
        close(answers[0]);
        serve(worker, commands[0], answers[1]);
    }
    close(commands[0]);
    close(answers[1]);
    worker->commands = commands[1];
    worker->answers = answers[0];
}

static int reap(Worker *worker)
{
    int status = 0;
    close(worker->commands);
    close(worker->answers);
    while (waitpid(worker->process, &status, 0) < 0 && errno == EINTR)
        continue;
    worker->process = 0;
    return status;
}

void worker_stop(Worker *worker)
{
    if (!worker->process)
        return;
    kill(worker->process, SIGKILL);
    reap(worker);
}

RunStatus worker_run(Worker *worker)
{
    if (!worker->process)
        start(worker);
    worker->shared->signal = 0;
    worker->shared->fault = NULL;
    worker->shared->notes.too_long = 0;
    char byte = 0;
    struct pollfd wait = {.fd = worker->answers, .events = POLLIN};
    int ready = -1; // the child has ended since
    if (write(worker->commands, &byte, 1) == 1)
        while ((ready = poll(&wait, 1, (int)worker->seconds * 1000)) < 0 && errno == EINTR)
            continue;
    if (ready == 0) {
        worker_stop(worker);
        return RUN_TOO_LONG;
    }
    if (read(worker->answers, &byte, 1) == 1)
        return RUN_DONE;
    int status = reap(worker);
    if (worker->shared->notes.too_long)
        return RUN_TOO_LONG;
    if (WIFSIGNALED(status) && !worker->shared->signal)
        worker->shared->signal = WTERMSIG(status);
    worker->exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    return worker->shared->signal ? RUN_CRASHED : RUN_ENDED;
}

int worker_devices(Worker *worker)
{
    if (!worker->devices)
        return 0;
    pid_t process = fork();
    if (process == 0)
        _exit(worker->devices());
    int status = 0;
    waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

const char *worker_errors(const Worker *worker)
{
    static char text[1500];
    static char raw[1000];
    off_t size = worker->errors < 0 ? 0 : lseek(worker->errors, 0, SEEK_END);
    off_t from = size > (off_t)sizeof raw - 1 ? size - (off_t)sizeof raw + 1 : 0;
    ssize_t length = size > 0 ? pread(worker->errors, raw, sizeof raw - 1, from) : 0;
    size_t used = 0;
    bool fresh = true;
    for (ssize_t i = 0; i < length && used + 6 < sizeof text; i++) {
        if (fresh)
            used += (size_t)sprintf(text + used, "    ");
        fresh = raw[i] == '\n';
        text[used++] = raw[i];
    }
    if (used > 0 && text[used - 1] != '\n')
        text[used++] = '\n';
    text[used] = 0;
    return text;
}

const char *signal_name(int signal)
{
    static char text[30];
    const char *name = sigabbrev_np(signal);
    snprintf(text, sizeof text, "SIG%s", name ? name : "?");
    return text;
}
