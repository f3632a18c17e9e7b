// Finds the reductions among the updates, and the loops along which each runs.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_REDUCTION_H
#define CURESTRUCT_ANALYSIS_DEPEND_REDUCTION_H

#include "analysis/analysis.h"

void find_reductions(Analysis *analysis);
void check_reduction_clauses(Analysis *analysis);

#endif
