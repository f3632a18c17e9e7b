// Expressions of clang as values of the IR.
#ifndef CURESTRUCT_FRONTEND_CLANG_EXPR_H
#define CURESTRUCT_FRONTEND_CLANG_EXPR_H

#include "frontend/clang/state.h"

Expr *read_value(Reader *reader, CXCursor expr);
Expr *read_converted(Reader *reader, CXCursor expr, const Type *type);
Expr *read_condition(Reader *reader, CXCursor expr);
Expr *located(Reader *reader, Expr *expr, CXCursor at);
Operator operator_of(enum CXBinaryOperatorKind kind);

#endif
