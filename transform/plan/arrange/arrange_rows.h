// Rows, each of which several lanes share.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_ROWS_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_ROWS_H

#include "transform/plan/planner.h"

// A warp, or a part of it, for each iteration of the innermost of the parallel loops (outermost first), its lanes along
// the loops inside. false: not better, or not legal.
bool arrange_rows(Plan *plan, const Loop *const *loops, int parallel);

#endif
