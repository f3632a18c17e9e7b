// Which reductions and loops may be reordered.
#ifndef CURESTRUCT_TRANSFORM_TREE_ORDER_H
#define CURESTRUCT_TRANSFORM_TREE_ORDER_H

#include "transform/transform.h"

// Whether the reduction may be taken apart: not with `exact`, if it then rounds differently.
bool may_reassociate(const Candidate *state, const Reduction *reduction);
NumberSet reorderable(const Candidate *state);         // the indices of all that may
NumberSet exactly_reorderable(const Candidate *state); // of those that give the same in every order: of integers
NumberSet reorderable_along(const Candidate *state, LoopId origin); // of these, and of those that this loop carries

// tree_violation of a tree in the making. The planner tries hundreds of steps, so it uses only direction vectors.
const Dependence *order_violation(const Candidate *state, const Stmt *tree, LoopId within, NumberSet relaxed);
// The same by integer sets, for steps that move several loops at once.
const Dependence *order_violation_exactly(const Candidate *state, const Stmt *tree, NumberSet relaxed);

// Of a reduction in which the order counts and some of whose loops are combined, updates_violation of the tree. The
// loop `region` is combined, too; 0: none more.
const Dependence *combined_violation(const Candidate *state, const Stmt *tree, int reduction, LoopId region);

// Whether the loop's iterations, for fixed iterations of the outer loops, may run in any order, reductions included.
bool loop_runs_in_any_order(const Candidate *state, const Stmt *root, LoopId loop);

// Whether the dependence is between different iterations of the loop, in one iteration of those around it.
bool order_carries(const Dependence *dependence, LoopId loop);

#endif
