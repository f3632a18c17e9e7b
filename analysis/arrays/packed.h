// Triangular arrays whose rows follow one another in memory.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_PACKED_H
#define CURESTRUCT_ANALYSIS_ARRAYS_PACKED_H

#include "analysis/analysis.h"

// Sees the rows of a triangle in one dimension: then `dims` of its accesses are row and column. false: it is not a
// triangle.
bool packed_find(Analysis *analysis, const Array *array);
const Packed *packed_rows(const Analysis *analysis, const Array *array); // NULL: it was not seen so
Expr *packed_offset(Analysis *analysis, const Packed *packed, Expr *row, Expr *column);

#endif
