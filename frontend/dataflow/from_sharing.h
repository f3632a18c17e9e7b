// Races on variables in loops of OpenMP.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_FROM_SHARING_H
#define CURESTRUCT_FRONTEND_DATAFLOW_FROM_SHARING_H

#include "frontend/clang/state.h"

// Says which variables several threads write at the same time by the words of a directive.
void from_check_sharing(Reader *reader);

#endif
