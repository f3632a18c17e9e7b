// Calls whose bodies are read in place.
#ifndef CURESTRUCT_FRONTEND_CLANG_INLINE_H
#define CURESTRUCT_FRONTEND_CLANG_INLINE_H

#include "frontend/clang/state.h"
#include "frontend/numbers/complex.h"

typedef struct CallResult { // what is wanted of a call: nothing, a number, a complex number or a struct
    bool wanted;
    Expr *value;
    Complex complex;
    Reference record;
} CallResult;

// Reads the callee's body in place; `helper` says why it cannot be a device function.
bool inline_call(Reader *reader, CXCursor call, CXCursor definition, const Helper *helper, CallResult *result);
bool read_early_return(Reader *reader, CXCursor stmt); // of a function that is read in place

#endif
