// Calls whose bodies are read in place.
#ifndef CURESTRUCT_FRONTEND_CLANG_INLINE_H
#define CURESTRUCT_FRONTEND_CLANG_INLINE_H

#include "frontend/clang/state.h"
#include "frontend/numbers/complex.h"

typedef struct CallResult { // what is wanted of a call: nothing, a number, a complex number, a struct or a pointer
    bool wanted;
    Expr *value;
    Complex complex;
    Reference record; // or what the pointer points to
    CXType as;        // a pointer: the type that the caller converts it to; otherwise no pointer
} CallResult;

// Reads the callee's body in place.
bool inline_call(Reader *reader, CXCursor call, CXCursor definition, CallResult *result);
// A pointer to a function that `value` names, at its declaration: calls through it call this function.
bool declare_function_pointer(Reader *reader, CXCursor decl, CXCursor value);
bool read_early_return(Reader *reader, CXCursor stmt); // of a function that is read in place
bool return_after_loop(Reader *reader, CXCursor loop); // if a return in the loop has ended it

#endif
