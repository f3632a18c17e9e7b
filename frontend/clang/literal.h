// Constants.
#ifndef CURESTRUCT_FRONTEND_CLANG_LITERAL_H
#define CURESTRUCT_FRONTEND_CLANG_LITERAL_H

#include "frontend/clang/state.h"

// By clang's evaluation; NULL when not constant, nothing is refused.
Expr *read_integer_constant(Reader *reader, CXCursor expr, const Type *type);
Expr *read_floating(Reader *reader, CXCursor expr, const Type *type);

#endif
