// Vector loops on their way into a kernel: which accesses of the body become vectors, and the paths that come of it.
#ifndef CURESTRUCT_TRANSFORM_LANES_H
#define CURESTRUCT_TRANSFORM_LANES_H

#include "transform/tree.h"

// Neighbouring elements that the lanes of a vector loop access, one each, in every run of the body.
typedef struct LaneGroup {
    const Expr *access; // as it stands in the body; all such accesses are meant
    bool read, written; // read: before any write
} LaneGroup;

typedef struct LaneGroups {
    VECTOR(LaneGroup) list;
} LaneGroups;

// Those of the loop (its body without loops), for `lanes` of them. A group that is written is all that the body has of its array.
LaneGroups lanes_find(Arena *arena, const Stmt *loop, int64_t lanes);

// A vector loop, or an unrolled loop that holds nothing but one.
bool lanes_is_vector(const Stmt *stmt);

// What stands for such a loop in a kernel whose bound loops are `bound`:
//
//   if (all lanes run and the groups are aligned) { load groups; for lane [unroll] S with registers; store groups }
//   else for lane S
//
// Of an unrolled loop around it the groups that are only read are loaded all at once, before its first turn. Where the lanes need not run in order, and
// all threads of a row see the same alignment, the threads of an unaligned row take neighbouring elements instead.
Stmt *lanes_expand(Restructuring *state, const Varying *bound, const Stmt *stmt);

#endif
