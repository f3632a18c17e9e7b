// The processes in which the user's code runs. Each build is a shared object. Its worker is a forked child that calls
// one function at a time on the shared memory, so a crash, an endless loop or an exit is a result like any other.
#ifndef CRS_HARNESS_WORKER_H
#define CRS_HARNESS_WORKER_H

#include "layout.h"

#include <sys/types.h>

typedef enum RunStatus { RUN_DONE, RUN_CRASHED, RUN_ENDED, RUN_TOO_LONG } RunStatus;

// A stretch of a build's variables, and what it holds before any call.
typedef struct State {
    char *begin;
    size_t size;
    char *pristine; // NULL: zeros
} State;

typedef struct Worker {
    const char *name; // "serial", "generated", "reference": of the file serial.so
    const Layout *layout;
    Shared *shared;
    void (*entry)(int function, void **arguments, void *result);
    void *(*global)(int index);
    void (*begin)(Notes *notes); // of the reference, otherwise NULL
    // of the generated build: the number of GPUs, and memory on one
    int (*devices)(void);
    void *(*to_device)(const void *from, unsigned long size);
    void (*from_device)(void *to, void *from, unsigned long size);
    void (*bring_back)(void); // what `enter` has left on the device; NULL: no such directive
    void (*note_block)(void *first, unsigned long bytes);    // NULL: no array is known by its block alone
    void (*forget_blocks)(void *first, unsigned long bytes); // those that begin there
    unsigned seconds;                                        // that a call may take
    State data, zeroed; // the user's variables, static ones in functions among them
    const char *order;  // CURESTRUCT_SIMT_ORDER for it, or NULL
    pid_t process;      // 0: none
    int commands, answers;
    int exit_status; // RUN_ENDED
    int errors;      // the file that stderr goes to
} Worker;

// Loads folder/name.so. false: `worker` is unusable and the reason was printed.
bool worker_open(Worker *worker, const char *folder, const char *name, const Layout *layout);
// One call of the function on the memory as it is now. Variables of the build start as the program does: static ones of
// functions, those of the emitted text, and the C library's random numbers.
RunStatus worker_run(Worker *worker);
void worker_stop(Worker *worker);
// What the last process wrote to stderr: the last lines of it, each indented. Static memory.
const char *worker_errors(const Worker *worker);
// The number of GPUs that the generated build sees, asked in a process of its own.
int worker_devices(Worker *worker);
// "SIGSEGV" and the like.
const char *signal_name(int signal);

#endif
