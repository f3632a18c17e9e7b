// Formulas over sizes in a schedule: sums, products and quotients (rounded down, by positive numbers) of numbers,
// parameters of the nest and iterators, and comparisons of these with `&&` and `||` between them.
#ifndef CURESTRUCT_TRANSFORM_FORMULA_H
#define CURESTRUCT_TRANSFORM_FORMULA_H

#include "transform/tree/tree.h"

typedef struct FormulaScope {
    const Nest *nest;
    const Path *path; // its loops' iterators may be named, but that of the last; NULL: none
} FormulaScope;

// NULL: it cannot be read, and `*wrong` says why.
Expr *formula_read(Arena *arena, FormulaScope scope, const char *text, const char **wrong);           // I64
Expr *formula_read_condition(Arena *arena, FormulaScope scope, const char *text, const char **wrong); // int

bool formula_print(
    Text *out,
    const Expr *expr); // of a number, in a form that reads back to the same; false: it contains something else

#endif
