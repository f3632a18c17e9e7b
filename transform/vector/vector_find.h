// Which accesses of a vector loop become vectors.
#ifndef CURESTRUCT_TRANSFORM_VECTOR_VECTOR_FIND_H
#define CURESTRUCT_TRANSFORM_VECTOR_VECTOR_FIND_H

#include "ir/ir.h"

enum { ACCESS_BYTES = 16 };

// Neighbouring elements that the iterations of a vector loop access, one each, in every run of the body.
typedef struct LaneGroup {
    const Expr *access; // in the form of the body; stands for all such accesses
    bool read, written; // read: before any write
} LaneGroup;

typedef struct LaneGroups {
    VECTOR(LaneGroup) list;
} LaneGroups;

// What a statement accesses, as it is evaluated.
typedef struct LaneUse {
    const Expr *access;
    bool write, conditional;
} LaneUse;

typedef struct LaneUses {
    Arena *arena;
    VECTOR(LaneUse) list;
    VECTOR(const Array *) withheld; // their elements are passed on by address
} LaneUses;

LaneUses lanes_uses(Arena *arena, const Stmt *body);
bool lanes_writes(const LaneUses *uses, const Array *array); // or withholds

// Whether the access moves by one element in memory from one iteration to the next, and its type has vectors.
bool lanes_fits(Arena *arena, const Stmt *loop, const Expr *access, int64_t lanes);

// The groups of the loop (its body without loops), for `lanes` of them, as far as they can be aligned together with the
// first one, which is a written one if there is any. A written group contains all accesses to its array in the body.
LaneGroups lanes_find(Arena *arena, const Stmt *loop, int64_t lanes);

// The expression in terms of the loop's own iterator.
Expr *lanes_definition(Arena *arena, const Loop *loop, Expr *expr);

#endif
