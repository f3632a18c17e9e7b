// The first and the last element that a nest touches of an array, as expressions that the launcher evaluates.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_CORNERS_H
#define CURESTRUCT_ANALYSIS_ARRAYS_CORNERS_H

#include "analysis/analysis.h"

// Whether the smallest (and the largest) subscripts of all dimensions belong to one element that is touched.
bool corners_are_touched(Analysis *analysis, const Array *array); // of a table of rows: also in each row alone
bool corners_are_known(Analysis *analysis, const Array *array); // the same of each access alone; of one that is spread

// Whether a loop around an access has steps that are not equal or not constant.
bool corners_have_unequal_steps(const Analysis *analysis, const Array *array);
// Whether the first and the last of all elements that may be touched really are touched, so that nothing else of the
// caller's is copied. Between them may be the rest of a declared array, and the rest of rows with a declared length.
bool corners_have_limits(Analysis *analysis, const Array *array, isl_set **elements);

// For an array whose dimensions have their own strides: from the first to the last element of all accesses, which are
// all known here.
bool corners_of_spread(Analysis *analysis, ArrayFact *fact);
bool corners_of_array(Analysis *analysis, ArrayFact *fact, isl_set **all); // false: first or last is not known

#endif
