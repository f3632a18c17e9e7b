// Sums of floats by key that do not depend on the order: numbers in fixed point, added up by atomic operations on
// integers. The largest exponent of an element's terms, which a first pass finds, says what its unit is.
#ifndef CURESTRUCT_TRANSFORM_REDUCTION_HISTOGRAM_FIXED_H
#define CURESTRUCT_TRANSFORM_REDUCTION_HISTOGRAM_FIXED_H

#include "transform/transform.h"

// How the terms of a copy are added up.
typedef struct FixedTerms {
    const Array *exponents; // of the same elements; NULL: the first pass, which finds them
    const Array *high;      // of the sums, whose lower words are the places; NULL: the places have 64 bits
    Expr *bits;
    Expr *places; // unsigned: only of elements whose first subscript is less than this; NULL: of all
} FixedTerms;

// Whether all updates in the tree are sums of floats.
bool reduction_can_be_fixed(Arena *arena, const Reduction *reduction, const Stmt *tree);

// The updates of `tree`. First pass: their places are elements of an array of int, for the largest exponent of the
// terms and whether there is an infinity or a NaN. Second pass: terms as multiples of the unit that the exponent says.
Stmt *fixed_updates(Candidate *state, const Reduction *reduction, const FixedTerms *terms, Stmt *tree);

// What a block has found of an element, joined with what others have: `total` is of all blocks.
Stmt *fixed_join_exponents(Candidate *state, Expr *total, Expr *exponent);
Stmt *fixed_join_sums(Arena *arena, Expr *total, Expr *low, Expr *high);

// The sum of an element, of type float; -0 where no term was added.
Expr *fixed_sum(Arena *arena, Expr *sum, Expr *exponent, Expr *bits);

#endif
