// Running other programs.
#ifndef CURESTRUCT_CODEGEN_PROCESS_H
#define CURESTRUCT_CODEGEN_PROCESS_H

#include "ir/base.h"

// The path of this program, to be run again.
const char *process_self(Arena *arena);
// Runs it and waits; with `log`, both its outputs go there. Returns its exit status, 127 if it cannot be run, 128 + the
// signal that ended it, or -1.
int process_run(const char *const *arguments, const char *log);

// The same in two steps: its number, or -1; and the wait for it. It is ended when the thread that started it ends.
int process_start(const char *const *arguments, const char *log);
int process_wait(int process);
// Waits until then, in seconds of CLOCK_MONOTONIC, and ends the program with SIGTERM if it still runs.
int process_wait_until(int process, double until);
double process_now(void); // of that clock

#endif
