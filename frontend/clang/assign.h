// Assignments, in statements and inside of expressions.
#ifndef CURESTRUCT_FRONTEND_CLANG_ASSIGN_H
#define CURESTRUCT_FRONTEND_CLANG_ASSIGN_H

#include "frontend/clang/state.h"

// Carries out `a = b`, `a += b`, `++a` or `a++` as a statement; *place: the location of the result.
bool read_assignment(Reader *reader, CXCursor expr, Expr **place);
bool assign_value(Reader *reader, CXCursor target, Expr *value);            // target = value
bool assign_through(Reader *reader, CXCursor pointer, Expr *value);         // *pointer = value
Expr *read_post_increment(Reader *reader, CXCursor expr, CXCursor operand); // the value before

// The variable that says how far the pointer has moved; NULL: refused.
const Symbol *moved_pointer_way(Reader *reader, const Reference *pointer, CXCursor at);

#endif
