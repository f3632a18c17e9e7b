// Bounds of subscripts that the nest computes from data: by conditions, min and max, remainders and masks.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_VALUE_RANGE_H
#define CURESTRUCT_ANALYSIS_ARRAYS_VALUE_RANGE_H

#include "analysis/analysis.h"

// Calls crs_measure(first, last, bound) for the bounds of all accesses to the array, where loops and conditions that
// the host can evaluate let them happen. They read nothing but parameters. NULL: some access has no bounds.
Stmt *value_range_walk(Analysis *analysis, const Array *array, const Symbol *first, const Symbol *last);

#endif
