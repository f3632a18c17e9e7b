// Whether the address of a local array may be kept.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_ESCAPES_H
#define CURESTRUCT_FRONTEND_DATAFLOW_ESCAPES_H

#include "frontend/clang/state.h"

// Whether another variable, or a function that is called, may keep a pointer to an element of the variable: an array,
// or a struct with arrays. Only its subscripts, and functions that do the same with their parameter, do not.
bool variable_escapes(Reader *reader, const DeclFacts *facts);

#endif
