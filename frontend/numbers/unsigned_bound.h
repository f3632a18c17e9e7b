// Signed iterators that C compares with unsigned bounds.
#ifndef CURESTRUCT_FRONTEND_NUMBERS_UNSIGNED_BOUND_H
#define CURESTRUCT_FRONTEND_NUMBERS_UNSIGNED_BOUND_H

#include "ir/ir.h"

// The bound, as a signed number of 64 bits, of a signed iterator that counts up from `lower`, which may be negative,
// and is compared with `bound` in the unsigned type: a negative number is more than all numbers that are not, and it
// counts up to those negative ones that are closer to 0.
Expr *unsigned_bound(Arena *arena, Expr *lower, Expr *bound, const Type *type);

#endif
