// Elements that several iterations of an outer loop read, as the neighbours of a stencil.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_NEIGHBOURS_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_NEIGHBOURS_H

#include "transform/plan/planner.h"

// Parallel loops (outermost first, with the dimension that each has), the innermost along memory, where several
// iterations of a loop around the innermost one read the same elements: a thread has some of these iterations. false:
// there is no such loop, or it is not legal; the plan is as before.
bool arrange_neighbours(Plan *plan, const Stmt *root, const Loop *const *loops, int count, const int *dimension);

#endif
