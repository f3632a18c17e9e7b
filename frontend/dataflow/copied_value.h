// Variables of the function that are copies of an integer in memory.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_COPIED_VALUE_H
#define CURESTRUCT_FRONTEND_DATAFLOW_COPIED_VALUE_H

#include "frontend/clang/state.h"

// Adds to Nest.copies a variable that only its declaration sets, to an integer in memory that the nest reads, too.
void note_copy(Reader *reader, Variable *variable);

#endif
