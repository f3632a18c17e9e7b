// Subscripts that only grow, or only shrink, in each iterator.
#ifndef CURESTRUCT_ANALYSIS_SETS_MONOTONE_H
#define CURESTRUCT_ANALYSIS_SETS_MONOTONE_H

#include "analysis/analysis.h"

// Of a subscript that is monotone in each iterator. NULL: it is not, or its ends are not known.
__isl_give isl_set *monotone_range(Analysis *analysis, const Site *site, const Expr *subscript);

#endif
