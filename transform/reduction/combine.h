// Combines partial results across the threads of a block.
#ifndef CURESTRUCT_TRANSFORM_REDUCTION_COMBINE_H
#define CURESTRUCT_TRANSFORM_REDUCTION_COMBINE_H

#include "transform/reduction/partials.h"

// The threads that hold partial results of one result: dimensions of the block with their extents.
typedef struct Team {
    bool member[3];    // dimensions along which the parts lie
    int64_t extent[3]; // of the block, 1 where a dimension is not used
} Team;

int64_t team_size(const Team *team);
Expr *team_rank(Arena *arena, const Team *team);     // 0 in the first thread of the team: over threadIdx
Expr *team_is_first(Arena *arena, const Team *team); // NULL: every team has one thread
Stmt *reduce_conditionally(Arena *arena, Expr *condition, Stmt *stmt); // NULL: always

// Statements for all threads of the block. Afterwards the partial results of the first thread of each team are the
// combination of the team's, in the order of their ranks.
Stmt *team_combine(Candidate *state, const Team *team, const Parts *parts, ReduceStyle style);

// The same for one partial result for each iteration of `lanes`, a loop of constant length. Every thread has them in
// the array `held`. `use` runs once for each, in one thread of the team, with the combination in `parts`.
Stmt *team_combine_lanes(Candidate *state, const Team *team, const Parts *parts, const Array *held, const Loop *lanes,
                         Stmt *use);

// Then the same values are in all threads of the team.
Stmt *team_broadcast(Candidate *state, const Team *team, const Parts *parts, ReduceStyle style);

#endif
