// Loop fusion: whether two neighbouring loops run alike, or one after the other through one range.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_FUSION_H
#define CURESTRUCT_ANALYSIS_DEPEND_FUSION_H

#include "analysis/facts.h"

// Whether two loops in one body run alike: the second one's iterator always has the first one's value + *shift. The
// statements between them are assumed not to change the bounds.
bool domain_matches(const Facts *facts, LoopId first, LoopId second, int64_t *shift);

// Whether the second loop in one body begins where the first one ends: a loop that counts up one by one from the first
// one's lower bound to the second one's upper bound has the iterations of both.
bool domain_continues(const Facts *facts, LoopId first, LoopId second);

#endif
