// A child process that works and a parent that watches; they share one page of names.
#define _GNU_SOURCE
#include "ir/supervise.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_TEMPORARIES = 16, EXIT_BUG = 70 };

static const size_t DEEPEST_STACK = (size_t)1 << 30, SHALLOWEST_STACK = (size_t)1 << 24;

typedef struct Shared {
    char temporaries[MOST_TEMPORARIES][PATH_MAX]; // "": none
    char place[PATH_MAX], words[128];
} Shared;

static Shared unshared; // if there is no child
static Shared *shared = &unshared;

// ---- temporary files

void temporary_add(const char *path)
{
    for (int i = 0; i < MOST_TEMPORARIES && strlen(path) < PATH_MAX; i++)
        if (!shared->temporaries[i][0]) {
            memcpy(shared->temporaries[i], path, strlen(path) + 1);
            return;
        }
}

void temporary_drop(const char *path)
{
    for (int i = 0; i < MOST_TEMPORARIES; i++)
        if (strcmp(shared->temporaries[i], path) == 0)
            shared->temporaries[i][0] = '\0';
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *position)
{
    (void)status, (void)type, (void)position;
    return remove(path);
}

void temporary_remove(const char *path)
{
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    temporary_drop(path);
}

static void remove_temporaries(void)
{
    for (int i = 0; i < MOST_TEMPORARIES; i++)
        if (shared->temporaries[i][0])
            temporary_remove(shared->temporaries[i]);
}

// ---- what is being done

void supervise_step(const char *words, const char *path, int line, int column)
{
    snprintf(shared->words, sizeof shared->words, "%s", words);
    if (line)
        snprintf(shared->place, sizeof shared->place, "%s:%d:%d", path, line, column);
    else
        snprintf(shared->place, sizeof shared->place, "%s", path);
}

void supervise_report(const char *what)
{
    fprintf(stderr, "%s: internal error: %s%s%s\n", shared->place[0] ? shared->place : "curestruct", what,
            shared->words[0] ? " while " : "", shared->words);
}

// ---- signals

static const int interrupts[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGXCPU, SIGUSR1, SIGUSR2};

enum { INTERRUPTS = sizeof interrupts / sizeof *interrupts };

static volatile pid_t child;

static void pass_on(int number)
{
    if (child > 0)
        kill(child, number);
}

void hold_interrupts(bool hold)
{
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < INTERRUPTS; i++)
        sigaddset(&set, interrupts[i]);
    sigprocmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

static void pass_on_interrupts(void)
{
    struct sigaction action = {.sa_handler = pass_on}, old;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < INTERRUPTS; i++)
        if (sigaction(interrupts[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(interrupts[i], &action, NULL);
}

static bool is_interrupt(int number)
{
    for (int i = 0; i < INTERRUPTS; i++)
        if (interrupts[i] == number)
            return true;
    return false;
}

static _Noreturn void end_by(int number)
{
    signal(number, SIG_DFL);
    hold_interrupts(false);
    raise(number);
    _exit(128 + number); // a signal that does not end a process
}

// ---- the child

typedef struct Work {
    int (*run)(void *context);
    void *context;
    int status;
} Work;

static void *run_work(void *context)
{
    Work *work = context;
    hold_interrupts(false); // they come to this thread: the one that waits for it holds them
    work->status = work->run(work->context);
    return NULL;
}

// Pages of a stack take memory when they are touched. If address space is limited, most of it is left to the heap.
static size_t stack_size(void)
{
    struct rlimit limit;
    bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return limited && limit.rlim_cur / 8 < DEEPEST_STACK ? (size_t)limit.rlim_cur / 8 : DEEPEST_STACK;
}

static int run_deep(int (*run)(void *context), void *context)
{
    Work work = {.run = run, .context = context};
    for (size_t size = stack_size(); size >= SHALLOWEST_STACK; size /= 2) {
        pthread_attr_t attributes;
        pthread_t thread;
        bool fine = pthread_attr_init(&attributes) == 0 &&
                    pthread_attr_setstacksize(&attributes, size / 4096 * 4096) == 0 &&
                    pthread_create(&thread, &attributes, run_work, &work) == 0;
        pthread_attr_destroy(&attributes);
        if (fine) {
            pthread_join(thread, NULL);
            return work.status;
        }
    }
    run_work(&work);
    return work.status;
}

static _Noreturn void work_as_child(pid_t parent, int (*work)(void *context), void *context)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_BUG);
    signal(SIGXFSZ, SIG_IGN);             // a write then fails, with a message
    setenv("LIBCLANG_NOTHREADS", "1", 0); // libclang's own threads have shallow stacks
    exit(run_deep(work, context));
}

// ---- the parent

static int report_crash(int number)
{
    char what[64];
    bool deep = number == SIGSEGV || number == SIGBUS;
    snprintf(what, sizeof what, "%s (SIG%s)", number == SIGKILL ? "killed" : "crash",
             sigabbrev_np(number) ? sigabbrev_np(number) : "?");
    supervise_report(what);
    if (deep)
        fprintf(stderr, "curestruct: expressions or statements that nest many thousand times can exhaust the stack\n");
    if (number == SIGKILL)
        fprintf(stderr, "curestruct: the system does that where memory ends\n");
    return EXIT_BUG;
}

int supervise(int (*work)(void *context), void *context)
{
    void *page = mmap(NULL, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t parent = getpid();
    hold_interrupts(true);
    shared = page == MAP_FAILED ? &unshared : page;
    child = page == MAP_FAILED ? -1 : fork();
    if (child == 0)
        work_as_child(parent, work, context);
    if (child < 0) {
        hold_interrupts(false);
        return work(context);
    }
    pass_on_interrupts();
    hold_interrupts(false);
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return EXIT_BUG;
    child = 0;
    remove_temporaries();
    if (!WIFSIGNALED(status))
        return WEXITSTATUS(status);
    if (is_interrupt(WTERMSIG(status)))
        end_by(WTERMSIG(status));
    return report_crash(WTERMSIG(status));
}
