// Arrays whose elements are subscripts of other arrays or offsets into them.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_INDEX_ARRAY_H
#define CURESTRUCT_ANALYSIS_ARRAYS_INDEX_ARRAY_H

#include "analysis/analysis.h"

void index_array_find(Analysis *analysis); // completes the facts of footprint_find

#endif
