// Index expressions with products of invariant values: (i - 1)*n + j is i*n - n + j.
#ifndef CURESTRUCT_TRANSFORM_MONOMIAL_H
#define CURESTRUCT_TRANSFORM_MONOMIAL_H

#include "ir/ir.h"

enum { MOST_FACTORS = 4 };

// factor * atoms[0] * atoms[1] * ...; no atoms: a number
typedef struct Monomial {
    Expr *atoms[MOST_FACTORS]; // of type I64
    int count;
    int64_t factor;
} Monomial;

typedef struct Polynomial {
    VECTOR(Monomial) terms; // of different atoms, no factor is 0
    bool overflow;          // too large, or a factor left I64: of no use
} Polynomial;

// Products of sums are multiplied out, under the rules of linear_of.
Polynomial polynomial_of(Arena *arena, Expr *expr);
Polynomial polynomial_combine(Arena *arena, const Polynomial *left, const Polynomial *right,
                              int64_t factor);                    // left + factor * right
bool monomial_alike(const Monomial *left, const Monomial *right); // the same atoms
Expr *monomial_expr(Arena *arena, const Monomial *monomial);      // without the factor; 1 if there are no atoms

#endif
