// Variables of the function that are assigned once.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_SINGLE_ASSIGNMENT_H
#define CURESTRUCT_FRONTEND_DATAFLOW_SINGLE_ASSIGNMENT_H

#include "frontend/clang/state.h"

// An integer that nothing in the function changes, computed from variables that are set once; NULL: it is not one.
Expr *known_expression(Reader *reader, CXCursor expr, const Type *type);
// The value of the function's variable wherever it is read, in terms of other constant ones; NULL: not known.
Expr *known_value(Reader *reader, CXCursor decl);

// The same for a variable that the nest changes, at the beginning of the nest: `int k = 0;` or `k = n - 1;` precedes
// it.
Expr *value_at_nest(Reader *reader, CXCursor decl);

#endif
