// Kernels as a textbook has them (--style=plain).
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_PLAIN_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_PLAIN_H

#include "transform/plan/planner.h"

// Two parallel loops (outermost first, with the dimension that each has) with one result for each thread: operands that
// threads share, or that lie in the other direction than the results, go through square tiles in shared memory. false:
// there are none, or it is not legal; the plan is as before.
bool arrange_plain(Plan *plan, const Stmt *root, const Loop *const *loops, int count, const int *dimension);

#endif
