// Which reductions and loops may be put into another order.
#ifndef CURESTRUCT_TRANSFORM_TREE_ORDER_H
#define CURESTRUCT_TRANSFORM_TREE_ORDER_H

#include "transform/transform.h"

// Whether the reduction may be taken apart: with `exact` one that then rounds differently may not.
bool may_reassociate(const Candidate *state, const Reduction *reduction);
NumberSet reorderable(const Candidate *state); // the indices of all that may

// tree_violation of a tree in the making. The planner, which tries hundreds of steps, makes do with direction vectors.
const Dependence *order_violation(const Candidate *state, const Stmt *tree, LoopId within, NumberSet relaxed);

// Whether the iterations of the loop, of those that the loops around it give, may run in any order, reductions
// included.
bool loop_runs_in_any_order(const Candidate *state, const Stmt *root, LoopId loop);

#endif
