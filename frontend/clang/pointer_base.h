// Pointers that the function makes of other pointers.
#ifndef CURESTRUCT_FRONTEND_CLANG_POINTER_BASE_H
#define CURESTRUCT_FRONTEND_CLANG_POINTER_BASE_H

#include "frontend/clang/state.h"

// What the pointer was made of, where it is set once: `float *m = a + n / 2`.
void pointer_base_find(Reader *reader, const Variable *variable, Array *array);

#endif
