// Signals go on to the program that is waited for.
#define _GNU_SOURCE
#include "driver/run_program.h"

#include "codegen/output/process.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t program, early; // its number; a signal that came before it had one

static void pass_on(int number)
{
    if (program > 0)
        kill((pid_t)program, number);
    else
        early = number;
}

int run_program_with_signals(const char *const *arguments)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2};
    enum { COUNT = sizeof signals / sizeof *signals };
    struct sigaction before[COUNT], action = {.sa_handler = pass_on};
    sigemptyset(&action.sa_mask);
    program = early = 0;
    for (int i = 0; i < COUNT; i++) {
        sigaction(signals[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
    program = process_start(arguments, NULL);
    if (early && program > 0)
        kill((pid_t)program, early);
    int status = process_wait((int)program);
    for (int i = 0; i < COUNT; i++)
        sigaction(signals[i], &before[i], NULL);
    return status;
}
