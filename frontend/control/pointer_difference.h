// p - q of two pointers.
#ifndef CURESTRUCT_FRONTEND_CONTROL_POINTER_DIFFERENCE_H
#define CURESTRUCT_FRONTEND_CONTROL_POINTER_DIFFERENCE_H

#include "frontend/clang/state.h"

Expr *read_pointer_difference(Reader *reader, CXCursor expr, CXCursor left, CXCursor right); // NULL: refused

#endif
