// Loop fusion: whether two neighbouring loops run alike.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_FUSION_H
#define CURESTRUCT_ANALYSIS_DEPEND_FUSION_H

#include "analysis/facts.h"

// Whether two loops in one body run alike: the second one's iterator always has the first one's value + *shift. The
// statements between them are assumed not to change the bounds.
bool domain_matches(const Facts *facts, LoopId first, LoopId second, int64_t *shift);

#endif
