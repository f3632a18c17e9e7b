#include "codegen/output/process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const char *process_self(Arena *arena)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    return length > 0 && length < (ssize_t)sizeof path ? arena_strndup(arena, path, (size_t)length) : "curestruct";
}

int process_start(const char *const *arguments, const char *log)
{
    fflush(NULL);
    pid_t parent = getpid(), process = fork();
    if (process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != parent) // it ended meanwhile
            _exit(127);
        int file = log ? open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
        if (file >= 0) {
            dup2(file, 1);
            dup2(file, 2);
        }
        signal(SIGXFSZ, SIG_DFL);
        unsetenv("MAKEFLAGS");
        unsetenv("MAKELEVEL");
        execvp(arguments[0], (char *const *)arguments);
        fprintf(stderr, "%s: %s\n", arguments[0], strerror(errno));
        _exit(127);
    }
    return (int)process;
}

int process_wait(int process)
{
    int status;
    if (process < 0)
        return -1;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

double process_now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

static int milliseconds_until(double until)
{
    double left = 1000 * (until - process_now());
    return left <= 0 ? 0 : left < INT_MAX - 1 ? (int)left + 1 : -1;
}

// Where the system has no pidfd_open, the wait lasts until the program's own end.
int process_wait_until(int process, double until)
{
    int descriptor = process < 0 ? -1 : (int)syscall(SYS_pidfd_open, process, 0), ready;
    if (descriptor >= 0) {
        struct pollfd ended = {.fd = descriptor, .events = POLLIN};
        while ((ready = poll(&ended, 1, milliseconds_until(until))) < 0 && errno == EINTR)
            continue;
        if (ready == 0)
            kill(process, SIGTERM);
        close(descriptor);
    }
    return process_wait(process);
}

int process_run(const char *const *arguments, const char *log)
{
    return process_wait(process_start(arguments, log));
}
