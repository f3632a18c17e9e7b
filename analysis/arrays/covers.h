// Whether a nest writes all that comes back to the host.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_COVERS_H
#define CURESTRUCT_ANALYSIS_ARRAYS_COVERS_H

#include "analysis/analysis.h"

// From the first to the last of `elements`, which are those that the nest touches, every byte is written whatever the
// data. false: that is not known.
bool covers_all(Analysis *analysis, const Array *array, __isl_keep isl_set *elements);

#endif
