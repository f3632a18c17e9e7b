// Bounds of vector loops, and conditions over them.
#ifndef CURESTRUCT_TRANSFORM_VECTOR_VECTOR_BOUND_H
#define CURESTRUCT_TRANSFORM_VECTOR_VECTOR_BOUND_H

#include "ir/ir.h"

// Several conditions, all of which have to hold.
typedef struct Conjunction {
    Arena *arena;
    Expr *all; // NULL: none so far
} Conjunction;

// Adds a condition.
void also(Conjunction *conjunction, Expr *term);
void also_below(Conjunction *conjunction, Expr *index, int64_t limit,
                Expr *upper);           // index < upper, where index < limit
int64_t bound_limit(const Expr *upper); // the constant part of min(4, N - 4*t); -1: none

// Whether the bound, or each operand of its min(), grows or falls evenly with the iterator of an outer loop.
bool bound_is_linear(Arena *arena, const Expr *upper, const Symbol *iterator);

// The condition that in the last iteration of an outer loop the rest can only be shorter.
bool bound_shortens(Arena *arena, const Expr *upper, const Symbol *iterator);

#endif
