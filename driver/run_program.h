// A program of the user's, with the signals that this process gets.
#ifndef CURESTRUCT_DRIVER_RUN_PROGRAM_H
#define CURESTRUCT_DRIVER_RUN_PROGRAM_H

// Runs it and waits, as process_run does. A signal that asks this process to end goes to the program, which may handle
// it, and the wait goes on.
int run_program_with_signals(const char *const *arguments);

#endif
