// Expressions of the IR as polynomials and as quasi-affine expressions.
#ifndef CURESTRUCT_ANALYSIS_SETS_AFFINE_H
#define CURESTRUCT_ANALYSIS_SETS_AFFINE_H

#include "analysis/analysis.h"

// `expr` as a polynomial at `site`; false: it is not one. `address`: only its value modulo 2^64 matters.
bool polynomial_from_expr(Analysis *analysis, const Site *site, const Expr *expr, bool address, Polynomial *result);
__isl_give isl_pw_aff *affine_from_expr(Analysis *analysis, const Site *site, const Expr *expr);

// Assumes that the divisors of the expression that are parameters are positive; the launcher tests this before all
// else.
void assume_divisors(Analysis *analysis, const Expr *expr);
bool is_accepted_divisor(const Analysis *analysis, const Expr *expr); // whether it was taken to be so
bool expr_is_invariant(const Analysis *analysis,
                       const Expr *expr); // only parameters and integers: the host can evaluate it

#endif
