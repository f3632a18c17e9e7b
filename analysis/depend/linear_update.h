// Recognizes statements of the form place = a * place + b.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_LINEAR_UPDATE_H
#define CURESTRUCT_ANALYSIS_DEPEND_LINEAR_UPDATE_H

#include "ir/ir.h"

typedef struct LinearUpdate {
    Expr *factor, *term; // neither mentions the place; of integers they count modulo 2^n
} LinearUpdate;

// An assignment, in all the ways that C writes one: x = a * x + b, x *= a, x = (d - l * x) / u, x = fma(a, x, b). A
// floating-point place is never cut to an integer or to a narrower type in between.
bool linear_update_of(Arena *arena, const Stmt *stmt, LinearUpdate *update);

#endif
