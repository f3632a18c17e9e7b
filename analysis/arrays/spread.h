// Dimensions of flat arrays whose strides need not divide each other.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_SPREAD_H
#define CURESTRUCT_ANALYSIS_ARRAYS_SPREAD_H

#include "analysis/analysis.h"

// Finds dimensions whose strides need not divide each other, for each access separately if there is no common view.
// false: they do not fit, and nothing is assumed.
bool spread_find(Analysis *analysis, const Array *array);
bool spread_find_views(Analysis *analysis, const Array *array);
void spread_forget(Analysis *analysis, const Array *array);
bool spread_is_seen(const Analysis *analysis, const Array *array); // seen by one of them
bool spread_has_views(const Analysis *analysis,
                      const Array *array); // not all of its accesses are in one box that they touch at its corners
bool spread_is_same_view(const Analysis *analysis, int first, int second);

#endif
