// Whether steps may give each iteration of a loop an array of its own.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_ARRAY_PRIVATE_H
#define CURESTRUCT_ANALYSIS_DEPEND_ARRAY_PRIVATE_H

#include "analysis/facts.h"

// Whether each iteration of the loop reads only elements of the array that it has certainly written before. false: it
// may read others, or that is not known.
bool array_is_private(const Facts *facts, const Array *array, LoopId loop);

#endif
