// Pointers that are converted to another type.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_POINTER_CONVERSION_H
#define CURESTRUCT_FRONTEND_DATAFLOW_POINTER_CONVERSION_H

#include "frontend/clang/state.h"

// What a cast or an implicit conversion points to.
bool read_converted_pointer(Reader *reader, CXCursor expr, Reference *reference);
// The pointer that __builtin_assume_aligned returns; null: the expression is something else.
CXCursor aligned_pointer(Reader *reader, CXCursor expr);

#endif
