// The walk over the nest that builds its loops and lists its accesses.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_ACCESS_H
#define CURESTRUCT_ANALYSIS_ARRAYS_ACCESS_H

#include "analysis/analysis.h"

bool access_collect(Analysis *analysis); // also builds the loops; false: refused
const Directive *access_directive(const Analysis *analysis, const LoopNode *node); // NULL: none is about this loop

#endif
