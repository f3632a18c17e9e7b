// Vector loops on their way into a kernel: which accesses of the body become vectors, and the paths that come of it.
#ifndef CURESTRUCT_TRANSFORM_LANES_H
#define CURESTRUCT_TRANSFORM_LANES_H

#include "transform/tree.h"

enum { ACCESS_BYTES = 16 };

// Neighbouring elements that the lanes of a vector loop access, one each, in every run of the body.
typedef struct LaneGroup {
    const Expr *access; // as it stands in the body; all such accesses are meant
    bool read, written; // read: before any write
} LaneGroup;

typedef struct LaneGroups {
    VECTOR(LaneGroup) list;
} LaneGroups;

// Those of the loop (its body without loops), for `lanes` of them, as far as they can be aligned together: with the first one, which
// is one that is written if there is one. A group that is written is all that the body has of its array.
LaneGroups lanes_find(Arena *arena, const Stmt *loop, int64_t lanes);

// The expression in terms of the loop's own iterator.
Expr *lanes_definition(Arena *arena, const Loop *loop, Expr *expr);

// A vector loop, or an unrolled loop that holds nothing but one.
bool lanes_is_vector(const Stmt *stmt);

// What stands for such a loop in a kernel whose bound loops are `bound`. Where its lanes and those of the threads around make a
// row, and may run in any order, the row's vectors begin at its first aligned element, and the rest is shared out:
//
//   if (4*t < whole) { load groups; for lane [unroll] S with registers; store groups }
//   for k in t..length - whole step threads S with lane k < shift ? k : k + whole
//
// Elsewhere: if (all lanes run and all groups are aligned) { the same } else for lane S. Of an unrolled loop around it the groups
// that are only read are loaded all at once, before its first turn, where all its turns are whole.
Stmt *lanes_expand(Restructuring *state, const Varying *bound, const Stmt *stmt);

#endif
