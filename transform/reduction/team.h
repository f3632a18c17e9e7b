// The threads of a block that hold partial results of one result, and what they share of these.
#ifndef CURESTRUCT_TRANSFORM_REDUCTION_TEAM_H
#define CURESTRUCT_TRANSFORM_REDUCTION_TEAM_H

#include "transform/reduction/partials.h"

enum { WARP = 32 };

typedef struct Team {
    bool member[3];    // dimensions along which the parts lie
    int64_t extent[3]; // of the block, 1 where a dimension is not used
} Team;

int64_t team_size(const Team *team);
int64_t team_count(const Team *team);                // teams in a block
Expr *team_rank(Arena *arena, const Team *team);     // 0 in the first thread of the team: over threadIdx
Expr *team_is_first(Arena *arena, const Team *team); // NULL: every team has one thread
// The thread's position along the dimensions that are (not) members; x moves fastest. NULL: there are none.
Expr *team_position(Arena *arena, const Team *team, bool member);
// Whether the ranks are lanes of whole warps: consecutive threads, all 32 of each warp present.
bool team_is_made_of_lanes(const Team *team);

Expr *unsigned_constant(Arena *arena, int64_t value);
Expr *unsigned_binary(Arena *arena, Operator op, Expr *left, Expr *right);
Stmt *part_set(Arena *arena, const Symbol *part, Expr *value);

// Places in shared memory for parts of each team.
typedef struct TeamParts {
    Array *arrays[MAX_PARTS]; // one for each part
} TeamParts;

// For `length` parts of each team; the declarations are added to `out`.
TeamParts team_parts(Candidate *state, const Team *team, const Parts *parts, int64_t length, StmtList *out);
// The elements at place `at` of the thread's own team, one for each part, go to `out`.
void team_elements(Arena *arena, const Team *team, const Parts *parts, const TeamParts *shared, Expr *at, Expr **out);
Stmt *team_store(Arena *arena, const Team *team, const Parts *parts, const TeamParts *shared, Expr *at);
Stmt *team_load(Arena *arena, const Team *team, const Parts *parts, const TeamParts *shared, Expr *at);

#endif
