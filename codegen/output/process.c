#include "codegen/output/process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
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
    pid_t process = fork();
    if (process == 0) {
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

int process_run(const char *const *arguments, const char *log)
{
    return process_wait(process_start(arguments, log));
}
