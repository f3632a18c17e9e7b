// One trial: one function with one combination of sizes. Runs of the reference and of the serial build find out how
// much memory is needed; then all builds run on the same data and are compared.
#ifndef CRS_HARNESS_TRIAL_H
#define CRS_HARNESS_TRIAL_H

#include "compare.h"
#include "sizes.h"
#include "trace.h"
#include "worker.h"

typedef struct Sides {
    Worker serial, reference;
    Worker generated[3]; // the same build; on the CPU each runs threads in another order
    int order_count;
    bool on_gpu;
} Sides;

typedef enum Verdict {
    TRIAL_PASSED,
    TRIAL_FAILED,
    TRIAL_SKIPPED, // these sizes prove nothing: too much work, an assumption that does not hold, a crash of the
                   // original
    TRIAL_INEXACT, // sums of these data round, those of data of fewer bits may not; trial_run does not return it
    TRIAL_VACUOUS, // nothing differs, but rounding alone may change the results altogether
} Verdict;

typedef struct Trial {
    Sides *sides;
    Layout *layout;
    const Candidate *candidate;
    Draw draw;
    bool never_exact;   // no data make its sums exact, not even short ones
    bool device_memory; // all arrays are on the device already
    bool unaligned;     // and begin where their elements may, not at multiples of 16 bytes
    bool again;         // each build is called once before, with other data, and keeps what state that leaves
    bool overlap;    // some pointers overlap: a launcher may then leave its loop to the serial original, which proves
                     // nothing
    int most_blocks; // along y and z of a grid, where a loop goes round it: such loops have more iterations. 0: as many
                     // as there may be
    int order;       // which of the generated workers
    long most_work;  // iterations that the function may take where nobody gave its sizes
    long most_watched; // data races are looked for up to so many
    // results
    long work; // iterations that it took
    Comparison comparison;
    Trace trace;
    bool crashed;  // skipped since the serial original does not get along with the sizes or the data
    bool too_long; // skipped since it is too much work
    bool iterated; // every loop that was reached had an iteration, and there was one
    bool refused;  // what a launcher assumes does not hold for the sizes that were given: the reference is not right
    Image earlier; // data of the call before
    char reason[2000]; // of a failure or skip; lines after the first are indented
} Trial;

extern const char trial_too_long[]; // the reason if Trial.too_long

// Finds out the memory that the function needs for the sizes. false: skipped, with the reason.
bool trial_prepare(Trial *trial);
// Runs and compares on the data of trial->draw.
Verdict trial_run(Trial *trial);
// After a run that passed: so many runs more of the serial and the generated build, in each of which other elements are
// the largest and the smallest ones.
Verdict trial_scatter(Trial *trial, int times);
// After trial_prepare: whether the serial and the generated build agree bit for bit on the data of trial->draw. The
// generated one runs with each of the versions, with few blocks or not; trial_run judges where they differ (that they
// round is no mistake), and how often it did is counted. Failed: as the version in trial->layout->shared says.
Verdict trial_versions(Trial *trial, const char *const *versions, int count, int *judged);

#endif
