// The operators of reductions: identity, combination and update.
#ifndef CURESTRUCT_TRANSFORM_REDUCTION_OPERATOR_H
#define CURESTRUCT_TRANSFORM_REDUCTION_OPERATOR_H

#include "analysis/facts.h"

// The neutral value: identity op x is x, exactly, in the form that the source uses.
Expr *reduction_identity(Arena *arena, const Reduction *reduction);

// `left op right`, of the place's type; `left` comes first in the order of the iterations.
Expr *reduction_combine(Arena *arena, const Reduction *reduction, Expr *left, Expr *right);

// place = place op value, always written.
Stmt *reduction_accumulate(Arena *arena, const Reduction *reduction, Expr *place, Expr *value);

// The same for the place of the source: it is not written if the source would not write it.
Stmt *reduction_update(Arena *arena, const Reduction *reduction, Expr *place, Expr *value);

// `updates` (a tree) with signed + and * modulo 2^n: partial sums may overflow although the whole does not.
Stmt *reduction_wrapping(Arena *arena, const Reduction *reduction, Stmt *tree);

// A copy of one of the statements that update the place, without an `if` around it.
bool reduction_is_update(const Reduction *reduction, const Stmt *stmt);

#endif
