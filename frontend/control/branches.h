// Expressions of which a part is not always evaluated: `c ? x : y`, `c && x`, `c || x`.
#ifndef CURESTRUCT_FRONTEND_CONTROL_BRANCHES_H
#define CURESTRUCT_FRONTEND_CONTROL_BRANCHES_H

#include "frontend/clang/state.h"

// Whether such a part assigns, or calls a function whose statements are read in place, where statements may be put
// before the whole expression.
bool needs_branches(Reader *reader, CXCursor part);
// The value of `condition ? yes : no` of a type, as a variable that an `if` sets. A null cursor: the truth value of
// the condition.
Expr *read_branches(Reader *reader, CXCursor at, Expr *condition, CXCursor yes, CXCursor no, const Type *type);

#endif
