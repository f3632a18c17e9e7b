// What the function reads after a nest.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_LIVE_H
#define CURESTRUCT_FRONTEND_DATAFLOW_LIVE_H

#include "frontend/clang/state.h"

// Whether the function may read the local variable after the nest before setting it again. All control flow is
// structured.
bool live_is_read_after(Reader *reader, DeclFacts *facts);
bool live_is_in_switch(const Reader *reader, int site); // where a case label may be jumped to

#endif
