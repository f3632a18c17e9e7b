// The range of each array that the launcher moves, and in which direction.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_FOOTPRINT_H
#define CURESTRUCT_ANALYSIS_ARRAYS_FOOTPRINT_H

#include "analysis/analysis.h"

bool footprint_find(Analysis *analysis);

#endif
