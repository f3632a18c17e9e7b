// Variables of the function that are assigned once.
#ifndef CURESTRUCT_FRONTEND_CLANG_SINGLE_ASSIGNMENT_H
#define CURESTRUCT_FRONTEND_CLANG_SINGLE_ASSIGNMENT_H

#include "frontend/clang/state.h"

// An integer that nothing in the function changes, made of variables that are set once; NULL: it is none.
Expr *known_expression(Reader *reader, CXCursor expr, const Type *type);
// What the function's variable holds wherever it is read, in terms of others that do not change; NULL: not known.
Expr *known_value(Reader *reader, CXCursor decl);

// The same of a variable that the nest changes, where the nest begins: `int k = 0;` or `k = n - 1;` stands before it.
Expr *value_at_nest(Reader *reader, CXCursor decl);

#endif
