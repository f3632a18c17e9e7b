// Tests of pointers against null.
#ifndef CURESTRUCT_FRONTEND_CLANG_NULL_TEST_H
#define CURESTRUCT_FRONTEND_CLANG_NULL_TEST_H

#include "frontend/clang/state.h"

bool is_null_constant(Reader *reader, CXCursor expr);
Expr *read_pointer_test(Reader *reader, CXCursor expr); // whether it is not null
Expr *read_null_comparison(Reader *reader, CXCursor expr, Operator op, CXCursor left, CXCursor right);

#endif
