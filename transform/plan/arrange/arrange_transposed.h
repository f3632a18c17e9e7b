// Operands that lie in the other direction than the results, through shared memory.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_TRANSPOSED_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_TRANSPOSED_H

#include "transform/plan/planner.h"
#include "transform/plan/resources/resource_table.h"

// Two parallel loops, `inner` directly inside of `outer`; the results lie along `x`, which is one of them. Operands
// that lie along the other one go through shared memory. `batch`, outside of both, may be NULL. false: there are none,
// or it is not legal; the plan is as before.
bool arrange_transposed(Plan *plan, const Stmt *root, const Loop *outer, const Loop *inner, const Loop *x,
                        const Loop *batch);

// The same with so many threads, in rows of a warp, and results of a block.
bool arrange_transposed_by(Plan *plan, const Stmt *root, const Loop *outer, const Loop *inner, const Loop *x,
                           const Loop *batch, const ResourceSize *size);

#endif
