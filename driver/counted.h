// What the CPU runtime counts of kernels: this program runs itself to check them (curestruct ladder, explain).
#ifndef CURESTRUCT_DRIVER_COUNTED_H
#define CURESTRUCT_DRIVER_COUNTED_H

#include "driver/translate.h"

typedef struct CheckCall {
    Arena *arena;
    const Options *options;
    const char *function;
    const char *schedule; // a file, or NULL: as planned by default
    bool plain;           // --style=plain
    bool as_given;        // with those of the options that say what is planned
    const char *sizes;    // to count at: "n=1000"; "": at the usual ones; NULL: nothing is counted
    const char *folder;   // to build in
    const char *log;      // what it says
} CheckCall;

int check_call(const CheckCall *call); // the status of `curestruct check --on=cpu`

// Of one launch of each kernel.
typedef struct LaunchCounts {
    int kernels;
    int64_t requests, lanes; // of loads and stores by warps
    int64_t global, sectors; // requests of global memory, and what they take
    int64_t shared, cycles;  // requests of shared memory, and the cycles of its banks
} LaunchCounts;

// What is in the folder of such a check, of the kernels whose names begin so; NULL: of all.
LaunchCounts launch_counts(Arena *arena, Diag *diag, const char *folder, const char *begin);

// Counts and, where there is a GPU, times the nest for an explanation.
void counted_explain(const Translation *translation, int index, Explanation *explanation);

#endif
