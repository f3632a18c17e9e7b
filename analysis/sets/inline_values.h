// Calls as expressions: a function's result in terms of its arguments.
#ifndef CURESTRUCT_ANALYSIS_SETS_INLINE_VALUES_H
#define CURESTRUCT_ANALYSIS_SETS_INLINE_VALUES_H

#include "ir/ir.h"

// abs(x), or a helper that only chooses and computes: its result in terms of its arguments. NULL: anything else.
Expr *call_value(Arena *arena, const Expr *call);
bool call_is_value(const Expr *call);

#endif
