// Which accesses of a vector loop become vectors.
#ifndef CURESTRUCT_TRANSFORM_VECTOR_VECTOR_FIND_H
#define CURESTRUCT_TRANSFORM_VECTOR_VECTOR_FIND_H

#include "ir/ir.h"

enum { ACCESS_BYTES = 16 };

// Neighbouring elements that the iterations of a vector loop access, one each, in every run of the body.
typedef struct VectorGroup {
    const Expr *access; // in the form of the body; stands for all such accesses
    bool read, written; // read: before any write
} VectorGroup;

typedef struct VectorGroups {
    VECTOR(VectorGroup) list;
} VectorGroups;

// What a statement accesses, as it is evaluated.
typedef struct VectorUse {
    const Expr *access;
    bool write, conditional;
    int first; // index of the first use of such an access
    uint64_t hash;
} VectorUse;

typedef struct VectorUses {
    Arena *arena;
    VECTOR(VectorUse) list;
    VECTOR(const Array *) withheld; // their elements are passed on by address
} VectorUses;

VectorUses vector_uses(Arena *arena, const Stmt *body);
bool vector_writes(const VectorUses *uses, const Array *array); // or withholds

// Whether the access moves by one element in memory from one iteration to the next, and its type has vectors.
bool vector_fits(Arena *arena, const Stmt *loop, const Expr *access, int64_t width);

// The groups of the loop (its body without loops), for vectors of `width` elements, as far as they can be aligned
// together with the first one, which is a written one if there is any. A written group contains all accesses to its
// array in the body.
VectorGroups vector_find(Arena *arena, const Stmt *loop, int64_t width);

// Whether the body uses the element that the iterator chooses of an array that a thread holds: in registers, as a
// constant, or the array lies in memory; or in shared memory. Registers that the body declares do not count.
bool vector_picks_registers(const Stmt *body, const Symbol *iterator);

// The expression in terms of the loop's own iterator.
Expr *vector_definition(Arena *arena, const Loop *loop, Expr *expr);

#endif
