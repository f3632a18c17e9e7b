// By how many elements an access moves from one iteration to the next.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_STRIDE_H
#define CURESTRUCT_ANALYSIS_ARRAYS_STRIDE_H

#include "analysis/analysis.h"

StrideKind stride_of_access(Analysis *analysis, const Access *access, const LoopNode *loop, int64_t *constant);
bool stride_streams(const Facts *facts, const Array *array); // ArrayFact.streams

#endif
