// What the function reads after a nest.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_LIVE_H
#define CURESTRUCT_FRONTEND_DATAFLOW_LIVE_H

#include "frontend/clang/state.h"

// Whether the function may read the local variable after the nest before setting it again. All control flow is
// structured.
bool live_is_read_after(Reader *reader, DeclFacts *facts);
// Where the innermost loop around the nest begins, a moment; 0: there is none.
size_t nest_repeated_from(const Reader *reader);
// The same of a variable of the function that is being read, which may be one that is read in place.
bool live_outlives(Reader *reader, DeclFacts *facts);
// A case label of a switch around the block, a { } or a for, is in the block: it is not always run from its begin.
bool live_has_case(const Reader *reader, int block);

#endif
