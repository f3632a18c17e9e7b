// Builds the iteration domains of loops, and finds the final values of iterators.
#ifndef CURESTRUCT_ANALYSIS_SETS_DOMAIN_H
#define CURESTRUCT_ANALYSIS_SETS_DOMAIN_H

#include "analysis/analysis.h"

bool domain_build_loop(Analysis *analysis, LoopNode *node, const Site *outer);
void domain_final_values(Analysis *analysis);
LoopNode *find_loop(const Analysis *analysis, LoopId id);
ArrayFact *find_array_fact(const Analysis *analysis, const Array *array); // NULL: it has none

#endif
