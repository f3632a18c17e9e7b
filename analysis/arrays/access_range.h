// Sets of elements whose first and last are touched and which hold all that are touched.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_ACCESS_RANGE_H
#define CURESTRUCT_ANALYSIS_ARRAYS_ACCESS_RANGE_H

#include "analysis/analysis.h"

// Of a subscript that is no affine function: i % m, i / m and the like. NULL: it is not known.
__isl_give isl_set *access_range_of(Analysis *analysis, const Site *site, const Expr *subscript);

// From the smallest to the largest subscript of each dimension. NULL: these do not meet in one element that is touched.
__isl_give isl_set *access_range_box(Analysis *analysis, const AccessSite *where);

#endif
