// What the trials of a function come to, and what is said of them.
#ifndef CRS_HARNESS_SUMMARY_H
#define CRS_HARNESS_SUMMARY_H

#include "goals.h"
#include "trial.h"

#include <stdio.h>

typedef struct Check {
    const CrsSpec *spec;
    Sides sides;
    Layout layout;
    uint64_t seed;
    int most_sizes;
} Check;

// What the trials of one function came to.
typedef struct Summary {
    int tried;   // sizes
    int sizes;   // of these: compared, on the device, with every loop iterating
    int partial; // or with some loops
    int mixed, failures;
    int skipped, crashed;
    char first_skip[2300], first_crash[2300];
    Candidate too_long; // sizes that were too much work, if any_too_long
    bool any_too_long;
    int device_memory;   // calls with device pointers that were tried
    int shaped;          // sizes with data of every shape
    int again, overlaps; // second calls and calls with overlapping pointers that were tried
    bool overlapped;     // that was tried
    long scattered;      // iterations of trial_scatter
    bool never_exact;    // Trial.never_exact
    int compared;        // sizes, with or without a launcher on the device
    int vacuous;         // sizes that only vacuous comparisons were made for
    char first_vacuous[2300];
    long work;
    long watched;                 // iterations in which data races were looked for
    double error, bound;          // the largest ratio
    unsigned long seen, versions; // launchers that ran, and versions of their kernels
    int device, fallbacks;        // calls of launchers
    Goals goals;                  // that were reached
    char *details;                // lines on failures
    size_t details_length;
    FILE *out;
} Summary;

// Lines on a trial that failed.
void report_failure(Summary *summary, const Check *check, const Trial *trial);
// Notes why a trial does not count: in `text`, or as the first one that was left out.
void note_reason(const Check *check, const Trial *trial, char *text, size_t size);
void note_skip(const Check *check, Summary *summary, const Trial *trial);
// What the trials as a whole have not shown.
void judge(const Check *check, Summary *summary);
// The function's line and those below it. Returns whether it passed.
bool print_summary(const CrsFunction *function, Summary *summary);

#endif
