// The source of a nest on its way through the steps that prepare it for a plan.
#ifndef CURESTRUCT_TRANSFORM_PLAN_PREPARATION_H
#define CURESTRUCT_TRANSFORM_PLAN_PREPARATION_H

#include "transform/plan/groups.h"
#include "transform/schedule/schedule.h"

typedef struct Preparation {
    const Candidate *nest;  // as it was read
    const Candidate *state; // after the steps so far
    int pairs;
    long before;         // operations of integer sets that other preparations have taken
    int scans;           // steps `scan` of it
    VECTOR(LoopId) rows; // loops with scans that lanes take together: they stay as they are
} Preparation;

LoopVerdict preparation_verdict(const Preparation *preparation, const Stmt *loop);

// The first loop in the statement, itself included, that is parallel or a reduction; NULL: there is none.
const Stmt *preparation_parallel_below(const Preparation *preparation, const Stmt *stmt);

// The parallel loops of a body that is one nest, outermost first: places[0..*count). Returns the innermost one; NULL:
// there is none.
const Stmt *preparation_places(const Preparation *preparation, const Stmt *body, LoopId *places, int *count);

// How many operations of integer sets all analyses of the nest have taken.
long preparation_operations(const Preparation *preparation);

// Takes the step; false: it is refused, or the nest has had its share of work.
bool preparation_step(Preparation *preparation, Step step);
// Whether the analysis of so many copies of the source's statements, of each as much as of the source, is within the
// limits.
bool preparation_may_copy(const Preparation *preparation, int64_t copies);
// The same if what it makes is wanted, which is asked before that is analysed.
bool preparation_step_if(Preparation *preparation, Step step, SourceFilter *wanted, void *context);

// Gives each group of statements a loop of its own.
bool preparation_separate(Preparation *preparation, Groups *groups);

// Other loops inside of the parallel one get a loop of their own, if all of them are parallel. `items`: what one item
// of this body holds stays together; NULL: nothing needs to.
bool preparation_part(Preparation *preparation, const Stmt *stmt, const Stmt *items);

// Gives each innermost part a nest of its own, if all of them are parallel: loops of which several are all that a loop
// does are parts of it.
bool preparation_innermost_parts(Preparation *preparation, const Stmt *stmt);

// Whether the loop has the columns of a product whose rows the outer loop has.
bool preparation_is_product(const Preparation *preparation, const Stmt *rows, const Stmt *columns);

#endif
