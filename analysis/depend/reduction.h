// Finds the reductions among the updates, and the loops along which each runs.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_REDUCTION_H
#define CURESTRUCT_ANALYSIS_DEPEND_REDUCTION_H

#include "analysis/analysis.h"

void reduction_find(Analysis *analysis);
void reduction_check_clauses(Analysis *analysis);

#endif
