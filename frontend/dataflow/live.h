// What the function reads after a nest.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_LIVE_H
#define CURESTRUCT_FRONTEND_DATAFLOW_LIVE_H

#include "frontend/clang/state.h"

// Whether the function may read the local variable after the nest before setting it again.
bool live_is_read_after(Reader *reader, DeclFacts *facts);
// Where the innermost loop around the nest begins, a moment, or the label of a goto that runs the nest again, if that
// comes later; 0: there is neither.
size_t nest_repeated_from(const Reader *reader);
// The same of a variable of the function that is being read, which may be one that is read in place.
bool live_outlives(Reader *reader, DeclFacts *facts);

#endif
