// Which reductions and loops may be put into another order.
#ifndef CURESTRUCT_TRANSFORM_TREE_ORDER_H
#define CURESTRUCT_TRANSFORM_TREE_ORDER_H

#include "transform/transform.h"

// All reductions that may be taken apart: with `exact` those that round differently may not.
uint64_t reorderable(const Restructuring *state);

// tree_violation of a tree in the making. The planner, which tries hundreds of steps, makes do with direction vectors.
const Dependence *order_violation(const Restructuring *state, const Stmt *tree, LoopId within, uint64_t relaxed);

// Whether the iterations of the loop, of those that the loops around it give, may run in any order, reductions
// included.
bool loop_runs_in_any_order(const Restructuring *state, const Stmt *root, LoopId loop);

#endif
