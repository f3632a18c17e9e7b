// Calls that allocate memory and give it back.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_ALLOCATIONS_H
#define CURESTRUCT_FRONTEND_DATAFLOW_ALLOCATIONS_H

#include "frontend/clang/state.h"

// Lists them in the unit's HostFile, and sets unit->allocates.
void allocations_read(Reader *reader);

#endif
