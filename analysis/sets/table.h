// Elements of constant tables as quasi-affine values.
#ifndef CURESTRUCT_ANALYSIS_SETS_TABLE_H
#define CURESTRUCT_ANALYSIS_SETS_TABLE_H

#include "analysis/analysis.h"

// An element of a constant table, one number for each subscript. NULL: it is not such an element, or not affine.
__isl_give isl_pw_aff *table_value(Analysis *analysis, const Site *site, const Expr *access);

#endif
