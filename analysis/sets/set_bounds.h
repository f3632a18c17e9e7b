// The first and the last element of a set, and the condition that it is not empty, as C over parameters.
#ifndef CURESTRUCT_ANALYSIS_SETS_SET_BOUNDS_H
#define CURESTRUCT_ANALYSIS_SETS_SET_BOUNDS_H

#include "analysis/analysis.h"

// For sets of elements: the distance of the first or the last from [0]...[0]; the limit of one subscript (NULL: not
// known).
Expr *set_bounds_offset(Analysis *analysis, const Array *array, __isl_keep isl_set *elements, bool last);
Expr *set_bounds_limit(Analysis *analysis, __isl_keep isl_set *elements, int d, bool last);
// Of a table of rows: the first or the last column, of which `columns` are the subscripts that follow those of the row.
Expr *set_bounds_column(Analysis *analysis, const Array *array, __isl_keep isl_set *columns, bool last);
// The condition that there are any (NULL: always). false: it is not known.
bool set_bounds_when_touched(Analysis *analysis, __isl_keep isl_set *elements, Expr **touched);

#endif
