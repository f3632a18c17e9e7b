// A candidate: what one schedule has made of a nest so far, as a value.
//
// A candidate is written by the step that makes it and never afterwards: the next step starts from a copy. So several
// candidates of one nest stand side by side, going back is taking the earlier one again, and a step that is refused
// leaves nothing behind.
#ifndef CURESTRUCT_TRANSFORM_CANDIDATE_H
#define CURESTRUCT_TRANSFORM_CANDIDATE_H

#include "analysis/facts.h"
#include "analysis/model/device.h"

typedef struct Step Step; // transform/schedule/schedule.h
typedef struct Schedule Schedule;
typedef struct Candidate Candidate;
typedef struct DividedScan DividedScan; // transform/scan/scan.h

// Copies of the elements of a reduction by key that `privatize` has made (transform/reduction/histogram.h).
typedef enum CopiesKind { COPIES_SHARED, COPIES_GLOBAL, COPIES_REDUCED } CopiesKind;
typedef struct Privatization {
    int reduction;
    CopiesKind kind;            // COPIES_REDUCED: `reduce` has taken all that were made before
    int64_t limit;              // COPIES_SHARED: for so many elements at most
    bool all;                   // there are never more elements: no loop without copies is left
    const struct KeySums *sums; // what `combine` binds
} Privatization;

// What the planner decided about two neighbouring loops.
typedef struct FusionChoice {
    const char *first, *second; // their names then
    int first_line, second_line;
    bool fused;
    const char *reason; // of either
} FusionChoice;

// Gets the tree after each pass inside of restructure, for --dump-after.
typedef void PassObserver(void *context, const char *pass, const Stmt *tree);

// What analysis found of all candidates of a nest, each released once, at the end.
typedef struct AnalysisList {
    VECTOR(Facts *) facts;
    long refused; // operations of integer sets for candidates that were refused then (analysis/operations.h)
    const struct Candidate *nest, *prepared; // what plan_source made of the nest; NULL: nothing yet
    VECTOR(const struct Candidate *) made;   // by steps on the source: no step is taken twice
    struct AnalysisList *outer;              // whose candidates live longer; NULL: there is none
    struct AnalysisList *tried;              // of candidates that may come to nothing; NULL: there is none
    Arena *arena;                            // (of `tried`) where they live
    struct KnownCosts *costs;                // (of the outermost one) of kernels (analysis/model/cost/cost.h)
} AnalysisList;
void analyses_release(AnalysisList *analyses);

// A loop of which `reduce` combines each run, and the index of the reduction.
typedef struct CombinedLoop {
    int reduction;
    LoopId loop;
    bool watched; // a loop beside it runs in the source's order where values are equal, and then gives the result alone
} CombinedLoop;

// How much the planner searches (transform/search/search.h): not at all, for a clear gain, for any gain.
typedef enum Effort { EFFORT_NONE, EFFORT_USUAL, EFFORT_MORE } Effort;

struct Candidate {
    // The same for all candidates of a nest.
    Arena *arena;
    const Device *device;
    bool by_hand;  // the schedule is the user's: legality may take integer sets
    bool at_end;   // the planner tries a whole schedule: legality is asked of the finished tree alone (step_judged)
    bool exact;    // no reassociation of floating-point numbers
    bool fast;     // kernels compute with approximations (lower/approximate.h)
    bool by_paper; // threads and tile sizes by the paper's criterion (plan/resources/resources.h)
    bool plain;    // short kernels that are easy to read, rather than fast ones
    bool one_version;
    bool unread; // its kernels are not printed
    Effort effort;
    const uint64_t *seed; // draws a legal schedule (transform/search/random_plan.h); NULL: it is planned
    AnalysisList *analyses;
    PassObserver *observer; // NULL: nobody looks
    void *observer_context;

    Diag *diag; // what the step that makes it says: a collector of its own
    // The tables of symbols and arrays and the next numbers, a copy for each candidate; `body` is the source as steps
    // on the source have changed it.
    Nest *nest;
    const Facts *facts; // of that source
    Stmt *tree;         // what the steps have made; of a candidate without a private tree nest->body
    const Stmt *serial; // the source's order, with private scalars: the tree before the first step; NULL: none yet
    NumberSet relaxed;  // reductions that `reduce` has taken apart
    bool reassociates;  // `rfactor` or `tensor` has put a sum of floating-point numbers into another order
    bool fuses;         // `tensor`: a product and the sum that it is added to are rounded once
    const Candidate *unsplit; // the one before the first `rfactor`, which computes the same bit for bit; NULL: itself
    VECTOR(CombinedLoop) combined; // of reductions in which the order decides which of equal values counts
    VECTOR(FusionChoice) fusions;
    VECTOR(Privatization) privatizations;
    const DividedScan *divided; // scans that were divided, the last one first
    VECTOR(Assumption) limits;  // of loops (`limit`): what the launcher tests before it takes this version

    const Candidate *before; // what it was made from; NULL: it is the nest as it was read
    const Step *step;        // what made it of that; NULL: no step of a schedule
};

// What a step gives: a candidate, or why there is none.
typedef struct StepResult {
    const Candidate *candidate; // NULL: refused
    const Refusal *refusal;     // then
} StepResult;

// Does the step: one on the source analyses the changed source, any other goes on with the candidate's tree. Names must
// be there, structure and the order of all statement instances are asked.
StepResult candidate_step(const Candidate *candidate, const Step *step);

// The same for a step on the source. What it makes is shown before it is analysed; if that is not wanted, the step is
// refused.
typedef bool SourceFilter(void *context, const Candidate *changed);
StepResult candidate_step_if(const Candidate *candidate, const Step *step, SourceFilter *wanted, void *context);

// The candidate with its private tree, which steps that do not change the source work on: private scalars are declared
// in their loops, and bounds are as facts say.
StepResult candidate_privatize(const Candidate *candidate);

// ---- how it was made

// Called with each step and the tree after it.
typedef void StepObserver(void *context, const Step *step, const Nest *nest, const Stmt *tree);
// The steps between `from` and the candidate, which was made from it; from NULL: all.
void candidate_observe(const Candidate *candidate, const Candidate *from, StepObserver *after, void *context);
const Schedule *candidate_schedule(const Candidate *candidate, const Candidate *from);
int candidate_step_count(const Candidate *candidate, const Candidate *from);

// ---- for those that make candidates

// A copy to be written: its tables are its own, and what is said to its `diag` becomes a refusal.
Candidate *candidate_copy(const Candidate *candidate);
// The same candidate, of which all that is made from now on lives in this arena.
const Candidate *candidate_in(const Candidate *candidate, Arena *arena);
// The same candidate, of which all that is made from now on may come to nothing: it lives as long as the analyses of
// the nest are kept. Nobody looks on.
const Candidate *candidate_tried(const Candidate *candidate);
// What is known of the cost of kernels of all candidates of the nest: none is counted twice at the same sizes.
struct KnownCosts *candidate_costs(const Candidate *candidate);
// The same candidate with one decision more.
const Candidate *candidate_with_choice(const Candidate *candidate, FusionChoice choice);
// The same for a nest beside one that has been made: numbers of loops and names of scratch memory are others.
const Candidate *candidate_beside(const Candidate *candidate, const Nest *made);

#endif
