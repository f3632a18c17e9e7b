// Pointers that the function computes from other pointers.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_POINTER_BASE_H
#define CURESTRUCT_FRONTEND_DATAFLOW_POINTER_BASE_H

#include "frontend/clang/state.h"

// The origin of a pointer that is set once: `float *m = a + n / 2`.
void pointer_base_find(Reader *reader, const Variable *variable, Array *array);

#endif
