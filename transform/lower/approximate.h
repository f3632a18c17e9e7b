// `precision(fast)`: kernels compute with the approximations of the device, whose errors are known.
#ifndef CURESTRUCT_TRANSFORM_LOWER_APPROXIMATE_H
#define CURESTRUCT_TRANSFORM_LOWER_APPROXIMATE_H

#include "ir/ir.h"

// Subnormal floats count as zero. Errors: CUDA C++ Programming Guide, "Mathematical Functions Appendix", and PTX ISA,
// "div", "rsqrt", "sqrt", "ex2".
typedef enum Approximation {
    APPROXIMATE_DIVISION,
    APPROXIMATE_RECIPROCAL_ROOT,
    APPROXIMATE_DOUBLE_RECIPROCAL_ROOT,
    APPROXIMATE_ROOT,
    APPROXIMATE_EXPONENTIAL,
    APPROXIMATE_SINE,
    APPROXIMATE_COSINE,
    APPROXIMATE_SQUARES, // a positive number that is added to them
    APPROXIMATIONS
} Approximation;

typedef struct ApproximationRow {
    const char *name;  // of the function in CUDA text
    const char *words; // what it computes, and its error
} ApproximationRow;
extern const ApproximationRow approximation_rows[APPROXIMATIONS];

// What an operation of the source becomes; APPROXIMATIONS: it stays as it is.
Approximation approximation_of(const Expr *expr);

// How many squares the expression is the sum of; 0: it is something else.
int sum_of_squares(const Expr *expr);

// The kernel's body with approximations.
Stmt *approximate(Arena *arena, Stmt *body);

// The set of approximations in it: bits 1 << Approximation.
unsigned approximations_in(const Stmt *body);

#endif
