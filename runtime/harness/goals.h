// Reaching all kernels: which goals of a function (CrsGoal) its trials have reached, and sizes for the goals that are
// left.
#ifndef CRS_HARNESS_GOALS_H
#define CRS_HARNESS_GOALS_H

#include "sizes.h"
#include "trace.h"
#include "trial.h"

#include <stdint.h>
#include <stdio.h>

typedef struct Goals {
    bool reached[MAX_FUNCTION_GOALS];
    bool settled[MAX_FUNCTION_GOALS];  // reached where data races were looked for, or by sizes that were sought for it
    bool launched[MAX_FUNCTION_GOALS]; // the kernel
    long extent[MAX_FUNCTION_GOALS];   // Notes.drawn_extent when the kernel ran with most work
    long work[MAX_FUNCTION_GOALS];     // and that work, in iterations
    bool missed[MAX_FUNCTION_GOALS];   // the kernel was not launched although its condition held and no other condition
                                       // decides
} Goals;

enum { MAX_FUNCTION_VERSIONS = 16 };

// Sizes that were asked about.
typedef struct Asked {
    long values[MAX_SIZES];
    double product; // of them
    double work;    // of the kernels that are of no version
    double version_work[MAX_FUNCTION_VERSIONS];
    uint64_t holds[MAX_FUNCTION_GOALS / 64]; // bit by goal: its condition
} Asked;

typedef struct Plans {
    Asked *items;
    int count;
    int tries[MAX_FUNCTION_GOALS]; // how many sizes were chosen for the goal already
} Plans;

// After a trial that ran on the device. `settles`: what it reaches need not be reached again.
void goals_note(Goals *goals, const CrsFunction *function, const Notes *notes, const Trace *trace, const char *version,
                bool settles);
// Asks the reference, without running its loops, about many sizes.
void goals_ask(const CrsSpec *spec, Sides *sides, Layout *layout, uint64_t seed, const Goals *goals, Plans *plans);
// The next sizes, and the version of kernels to try with them: those that reach most for their work. false: there are
// none.
bool goals_next(const CrsFunction *function, const Goals *goals, Plans *plans, Candidate *candidate);
void goals_release(Plans *plans);
// After a run of the reference that noted it: about how many statements all threads of the version's kernels (or NULL:
// of those that are of no version) run.
double goals_work(const CrsFunction *function, const Notes *notes, const char *version);
bool goals_hang_on_data(const CrsFunction *function); // data decides whether some kernel runs
int goals_kernels(const CrsFunction *function, const Goals *goals,
                  int *ran); // how many kernels there are, and how many of them ran
// Prints a line for each kernel that did not run, and why; with `verbose` also for other goals that sizes could have
// reached. true: a kernel should have run.
bool goals_report(FILE *out, const CrsFunction *function, const Goals *goals, const Plans *plans, bool verbose);

#endif
