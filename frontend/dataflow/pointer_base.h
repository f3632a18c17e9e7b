// Pointers that the function computes from other pointers.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_POINTER_BASE_H
#define CURESTRUCT_FRONTEND_DATAFLOW_POINTER_BASE_H

#include "frontend/clang/state.h"

// The origin of a pointer that is set once: `float *m = a + n / 2`.
void pointer_base_find(Reader *reader, const Variable *variable, Array *array);

// Whether the pointer, or a pointer that leads to it, may be computed in the function from one that is `restrict`: from
// that on, `restrict` tells nothing about the two.
bool pointer_is_derived(Reader *reader, const Variable *variable);

#endif
