// Threads and tile size by the paper's criterion.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_PAPER_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_PAPER_H

#include "transform/plan/planner.h"

// The parallel loops (outermost first, with the dimension that each has) with threads and tile size by the paper's
// criterion: results along memory; operands that are shared, or that lie in the other direction, through shared memory.
// false: no size fits, or it is not legal; the plan is as before.
bool arrange_by_paper(Plan *plan, const Stmt *root, const Loop *const *loops, int count, const int *dimension);

#endif
