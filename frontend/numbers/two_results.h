// Functions of the library that return one result and store another one: modf, frexp, sincos.
#ifndef CURESTRUCT_FRONTEND_NUMBERS_TWO_RESULTS_H
#define CURESTRUCT_FRONTEND_NUMBERS_TWO_RESULTS_H

#include "frontend/clang/state.h"

bool has_two_results(CXCursor call); // also of the functions for floats
// What the call returns, after the assignment of what it stores; sincos returns nothing, which is a 0 here. NULL:
// refused.
Expr *read_two_results(Reader *reader, CXCursor call);

#endif
