// Calls through a pointer to a function that the host knows before the nest: of each function that it may be.
#ifndef CURESTRUCT_FRONTEND_CONTROL_FUNCTION_CHOICE_H
#define CURESTRUCT_FRONTEND_CONTROL_FUNCTION_CHOICE_H

#include "frontend/clang/state.h"

// The C text of the pointer's value before the nest, which stays the same in it. NULL: it is not such a pointer.
const char *function_pointer_text(Reader *reader, CXCursor pointer);

// The call as a chain of ifs. NULL: refused, or there is no function that it could call.
Expr *call_chosen_function(Reader *reader, CXCursor call, const char *pointer, CXType type, bool wanted);

#endif
