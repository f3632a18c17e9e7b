// Sums over windows of any length: filters whose radius is a parameter.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_WINDOWS_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_WINDOWS_H

#include "transform/plan/planner.h"

// Below the parallel loops, of which the innermost one is x and the one around it y, loops over windows that
// neighbouring results share. A thread has several results of a row, a warp apart: an iteration of the window has as
// many loads under way, and reads its weight once. Where there are few results, too few threads would have them: the
// variant says that there are many. false: it is another nest, or it is not legal; the plan is as before.
bool arrange_windows(Plan *plan, const Stmt *root, const Loop *const *loops, int count, const int *dimension);

#endif
