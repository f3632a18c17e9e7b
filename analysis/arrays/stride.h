// By how many elements an access moves from one iteration to the next.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_STRIDE_H
#define CURESTRUCT_ANALYSIS_ARRAYS_STRIDE_H

#include "analysis/analysis.h"

// The change of a subscript when the iterator of that dimension grows by one; false: it is not the same everywhere.
bool stride_slope(__isl_keep isl_pw_aff *subscript, int dim, int64_t *change);
StrideKind stride_of_access(Analysis *analysis, const Access *access, const LoopNode *loop, int64_t *constant);
bool stride_streams(const Facts *facts, const Array *array); // ArrayFact.streams

#endif
