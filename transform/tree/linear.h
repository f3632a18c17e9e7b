// Linear forms of index expressions: transformations subtract, compare and bound them.
//
//   linear_of(8*t + r - 8*t)  =  { r: 1 } + 0
//
// Everything is computed in I64. A conversion is skipped if it cannot change the value in an actual iteration:
// widening, and narrowing made by a transformation (the definition of a tiled iterator).
#ifndef CURESTRUCT_TRANSFORM_LINEAR_H
#define CURESTRUCT_TRANSFORM_LINEAR_H

#include "ir/ir.h"

typedef struct LinearTerm {
    Expr *atom;     // no sum, no difference, no product with a constant
    int64_t factor; // not 0
} LinearTerm;

typedef struct Linear {
    VECTOR(LinearTerm) terms; // in order of first mention
    int64_t constant;
    bool overflow; // some constant left I64: the form is of no use
} Linear;

Linear linear_of(Arena *arena, Expr *expr);
Linear linear_combine(Arena *arena, const Linear *left, const Linear *right, int64_t factor); // left + factor * right
Expr *linear_expr(Arena *arena, const Linear *linear); // positive terms first: 8*t + r - n
Expr *linear_simplify(Arena *arena, Expr *expr);       // linear_expr of linear_of, in I64
bool linear_is_constant(const Linear *linear);
int64_t linear_factor(const Linear *linear, const Symbol *symbol); // of the atom that is the symbol; 0: none

// Whether left <= right, whatever the symbols are. false: not known.
bool linear_at_most(Arena *arena, Expr *left, Expr *right);

// One of both where that is known, otherwise min() or max().
Expr *linear_smaller(Arena *arena, Expr *left, Expr *right);
Expr *linear_larger(Arena *arena, Expr *left, Expr *right);

// `left < right` in I64, without minus signs where terms can change sides.
Expr *linear_less(Arena *arena, Expr *left, Expr *right);

// The index in a type that is known to hold it: linear_of looks through the conversion.
Expr *index_narrow(Arena *arena, const Type *type, Expr *index);

// left - right, moved into min() and max(): min(a, b) - c is min(a - c, b - c).
Expr *index_minus(Arena *arena, Expr *left, Expr *right);

// ---- extremes over loops

// The loops over which an expression varies, and the definitions of the iterators that were tiled.
typedef struct Varying {
    const Loop *loops[2 * MAX_DEPTH];
    int count;
} Varying;

bool varying_mentions(const Varying *varying, const Expr *expr); // an iterator, or a symbol that one of them defines
bool varying_mentions_bounds(const Varying *varying, const Loop *loop); // the loop's lower or upper bound

// The largest value of `expr` over all iterations, free of the varying iterators; NULL: unknown. It may be larger than
// the exact one, and assumes that the loops run at all.
Expr *expr_largest(Arena *arena, const Varying *varying, Expr *expr);
Expr *expr_smallest(Arena *arena, const Varying *varying, Expr *expr); // likewise; it may be smaller

// A constant that the expression never exceeds. min() of anything and a constant has one.
bool expr_constant_limit(const Varying *varying, Expr *expr, int64_t *limit);

// The trip count of loop_trip_count, but negative if the loop does not run: bounds stay readable.
Expr *loop_raw_count(Arena *arena, const Loop *loop);

#endif
