// Subscripts that only grow, or only shrink, in each iterator.
#ifndef CURESTRUCT_ANALYSIS_SETS_MONOTONE_H
#define CURESTRUCT_ANALYSIS_SETS_MONOTONE_H

#include "analysis/analysis.h"

// Of a subscript that goes one way with each iterator. NULL: it does not, or nobody knows where it begins
// and ends.
__isl_give isl_set *monotone_range(Analysis *analysis, const Site *site, const Expr *subscript);

#endif
