// The compiler's work runs in a child process, on a deep stack. Its parent waits for it and does not share its memory.
// Whatever ends the child, even a crash of a library, the parent removes the child's temporary files and reports the
// end.
#ifndef CURESTRUCT_IR_SUPERVISE_H
#define CURESTRUCT_IR_SUPERVISE_H

#include <stdbool.h>

// The exit status of `work`, which runs in the child; 70 after a crash. A signal that ends the child on request
// (SIGINT, SIGTERM, SIGHUP and the like) also ends this process, and a signal that this process receives is passed on.
// If no process can be made, `work` runs in this one.
int supervise(int (*work)(void *context), void *context);

// The current activity, for the report of a crash: a position ("x.c:3:1") and words for it ("restructuring this nest").
void supervise_step(const char *words, const char *path, int line, int column); // line 0: the file
// "x.c:3:1: internal error: WHAT while WORDS"; of the current step.
void supervise_report(const char *what);

// Files and folders that must be removed when this process ends in any way. Absolute names, or relative to a working
// directory that stays.
void temporary_add(const char *path);
void temporary_drop(const char *path);   // it is kept, or has another name now
void temporary_remove(const char *path); // with all that is in it; also one that was not added

// Signals that end a process on request wait while a file and its name have to change together.
void hold_interrupts(bool hold);

#endif
