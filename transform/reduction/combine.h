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

// Loops of constant length, outermost first, of which each iteration has a partial result.
typedef struct Lanes {
    const Loop *loops[MAX_DEPTH];
    int64_t extents[MAX_DEPTH];
    int count; // 0: there is one result
} Lanes;

int64_t lanes_total(const Lanes *lanes);
Expr *lanes_index(Arena *arena, const Lanes *lanes); // of the iterations around: 0, 1, .. up to the total
// The loops around `body`, unrolled.
Stmt *lanes_unrolled(Candidate *state, const Lanes *lanes, Stmt *body);
// `stmt` for the lane with that number, instead of for the iterations around.
Stmt *lanes_in(Arena *arena, const Lanes *lanes, Stmt *stmt, Expr *number);

// The same as team_combine for one partial result for each of `lanes`. Every thread has them in the array `held`. `use`
// runs once for each, in one thread of the team, with the combination in `parts`.
Stmt *team_combine_lanes(Candidate *state, const Team *team, const Parts *parts, const Array *held, const Lanes *lanes,
                         Stmt *use);
// How many parts of each lane go through shared memory: those of warps where lanes of these add them up.
int64_t team_lane_parts(const Team *team, const Type *type);

// Then the same values are in all threads of the team.
Stmt *team_broadcast(Candidate *state, const Team *team, const Parts *parts, ReduceStyle style);

#endif
