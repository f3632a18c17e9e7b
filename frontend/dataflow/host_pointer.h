// Pointers that the host computes before the nest: a pointer in an array's element, one chosen by a condition.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_HOST_POINTER_H
#define CURESTRUCT_FRONTEND_DATAFLOW_HOST_POINTER_H

#include "frontend/clang/state.h"

// A variable that stands for the pointer `expr`, whose value the nest does not change; the same one for the same text.
// NULL, without a word: the host does not know its value before the nest.
Variable *host_pointer_variable(Reader *reader, CXCursor expr);

// The one that stands for the pointer with this C text. `cursor`: what it is called in messages.
Variable *host_variable(Reader *reader, CXCursor cursor, CXType type, const char *host);

#endif
