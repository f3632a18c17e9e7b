// Combines partial results across the threads of a block.
#ifndef CURESTRUCT_TRANSFORM_REDUCTION_COMBINE_H
#define CURESTRUCT_TRANSFORM_REDUCTION_COMBINE_H

#include "transform/reduction/team.h"

Stmt *reduce_conditionally(Arena *arena, Expr *condition, Stmt *stmt); // NULL: always

// Statements for all threads of the block. Afterwards the partial results of the first thread of each team are the
// combination of the team's, in the order of their ranks.
Stmt *team_combine(Candidate *state, const Team *team, const Parts *parts, ReduceStyle style);

// The same by a tree in shared memory: all styles but REDUCE_SHUFFLE (combine_tree.c).
Stmt *team_combine_by_tree(Candidate *state, const Team *team, const Parts *parts, ReduceStyle style);

// The same for one partial result for each iteration of `lanes`, a loop of constant length. Every thread has them in
// the array `held`. `use` runs once for each, in one thread of the team, with the combination in `parts`.
Stmt *team_combine_lanes(Candidate *state, const Team *team, const Parts *parts, const Array *held, const Loop *lanes,
                         Stmt *use);

// Then the same values are in all threads of the team.
Stmt *team_broadcast(Candidate *state, const Team *team, const Parts *parts, ReduceStyle style);

#endif
