// What the function reads of a small local array after a nest.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_LIVE_ELEMENTS_H
#define CURESTRUCT_FRONTEND_DATAFLOW_LIVE_ELEMENTS_H

#include "frontend/clang/state.h"

// Whether the function may read elements of the array after the nest before it sets them again. true, too, of arrays
// with more than 64 elements and in functions with labels.
bool live_elements_after(Reader *reader, DeclFacts *facts);

#endif
