// Finds the dimensions of flat arrays.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_DELINEARIZE_H
#define CURESTRUCT_ANALYSIS_ARRAYS_DELINEARIZE_H

#include "analysis/arrays/shape.h"

void delinearize(Analysis *analysis);

// The subscripts `dims` of one access stay within the extents, by proof or assumption; they may change to equal ones.
bool delinearize_fits(Analysis *analysis, const Shape *shape, int index, isl_pw_aff **dims);
// Gives them to the access. Takes `dims`; NULL: may be anything.
void delinearize_take(Analysis *analysis, const Shape *shape, int index, isl_pw_aff **dims);
// How many subscripts dimension d > 0 has.
isl_pw_aff *row_length_aff(Analysis *analysis, const Shape *shape, int depth, int d);

#endif
