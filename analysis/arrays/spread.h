// Dimensions of flat arrays whose strides need not divide each other.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_SPREAD_H
#define CURESTRUCT_ANALYSIS_ARRAYS_SPREAD_H

#include "analysis/analysis.h"

// Sees dimensions whose strides need not divide each other, each access in its own way if no other does.
// false: they do not fit, and nothing is assumed.
bool see_spread(Analysis *analysis, const Array *array);
bool see_views(Analysis *analysis, const Array *array);
void forget_dimensions(Analysis *analysis, const Array *array);
bool is_spread(const Analysis *analysis, const Array *array); // seen by one of them
bool has_own_views(const Analysis *analysis,
                   const Array *array); // not all of its accesses are in one box that they touch at its corners
bool same_view(const Analysis *analysis, int first, int second);

#endif
