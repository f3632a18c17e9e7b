// isl's expressions back to C.
#ifndef CURESTRUCT_ANALYSIS_SETS_EXPRESSION_H
#define CURESTRUCT_ANALYSIS_SETS_EXPRESSION_H

#include "analysis/analysis.h"

// For small questions that must not fail: there is no limit until isl_ctx_set_max_operations gets the returned value.
unsigned long lift_allowance(isl_ctx *ctx);

// In I64 (conditions: int). NULL if a number does not fit. `words`: in the user's spelling, for messages; of a
// condition, *words is that (`words` may be NULL).
Expr *expr_from_aff(Analysis *analysis, __isl_take isl_pw_aff *value, __isl_take isl_set *known, bool words);
Expr *expr_from_set(Analysis *analysis, __isl_take isl_set *condition, __isl_take isl_set *known, Expr **words);

// A value inside the loops from `innermost` outwards, over their iterators; valid within `domain`.
Expr *expr_over_loops(Analysis *analysis, const LoopNode *innermost, __isl_keep isl_set *domain,
                      __isl_keep isl_pw_aff *value);

// Whether C's text is not a sum of iterators and parameters without overflow: a choice, or in a type that wraps around.
bool expr_hides_value(const Expr *expr);

// The value is a + b * iterator without overflow, or modulo 2^64, as addresses are.
bool expr_is_linear(const Expr *expr, const Symbol *iterator);

// (a + b) / 2 and a + (b - a) / 2 lie between a and b; and if a < b, below b.
bool expr_is_middle(const Expr *expr, const Expr **left, const Expr **right);

#endif
