// Whether a part of a nest's outermost loop is the nest itself, with a smaller bound and with pointers that are moved.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_CHUNKS_H
#define CURESTRUCT_ANALYSIS_ARRAYS_CHUNKS_H

#include "analysis/analysis.h"

// Sets Facts.chunks, and ArrayFact.advance of all arrays, or leaves them.
void chunks_find(Analysis *analysis);

#endif
