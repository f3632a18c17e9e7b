// Conditions as sets of iterations.
#ifndef CURESTRUCT_ANALYSIS_SETS_CONDITION_H
#define CURESTRUCT_ANALYSIS_SETS_CONDITION_H

#include "analysis/analysis.h"

// The set in which `condition` is (is not) zero, over the iterators of the site; *exact becomes false if the set is
// larger.
__isl_give isl_set *condition_set(Analysis *analysis, const Site *site, const Expr *condition, bool truth, bool *exact);

// The sizes that fulfil the condition, and what is known and assumed of them; perhaps also others.
__isl_give isl_set *sizes_where(Analysis *analysis, const Expr *condition);

#endif
