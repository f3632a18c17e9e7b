// Sums of floats by key that do not depend on the order: numbers in fixed point, added up by atomic operations on
// integers. The largest exponent of an element's terms, which a first pass finds, says what its unit is.
#ifndef CURESTRUCT_TRANSFORM_REDUCTION_HISTOGRAM_FIXED_H
#define CURESTRUCT_TRANSFORM_REDUCTION_HISTOGRAM_FIXED_H

#include "transform/transform.h"

// Whether all updates in the tree are sums of floats.
bool reduction_can_be_fixed(Arena *arena, const Reduction *reduction, const Stmt *tree);

// The updates of `tree`, whose places are elements of an array of int: the largest exponent of the terms, and whether
// there is an infinity or a NaN.
Stmt *fixed_exponents(Candidate *state, const Reduction *reduction, Stmt *tree);

// The updates of `tree`, whose places are elements of an array of long: the terms as multiples of the unit that the
// same element of `exponents` says.
Stmt *fixed_terms(Candidate *state, const Reduction *reduction, const Array *exponents, Expr *bits, Stmt *tree);

// The sum of an element, of type float; -0 where no term was added.
Expr *fixed_sum(Arena *arena, Expr *sum, Expr *exponent, Expr *bits);

#endif
