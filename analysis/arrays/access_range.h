// Sets that contain all touched elements, and whose first and last elements are touched.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_ACCESS_RANGE_H
#define CURESTRUCT_ANALYSIS_ARRAYS_ACCESS_RANGE_H

#include "analysis/analysis.h"

// Of a subscript that is not an affine function: i % m, i / m and the like. NULL: it is not known.
__isl_give isl_set *access_range_of(Analysis *analysis, const Site *site, const Expr *subscript);

// From the smallest to the largest subscript of each dimension. NULL: no touched element has all of the smallest, or
// all of the largest.
__isl_give isl_set *access_range_box(Analysis *analysis, const AccessSite *where);

#endif
