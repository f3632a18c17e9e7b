// How much work an analysis was.
#ifndef CURESTRUCT_ANALYSIS_OPERATIONS_H
#define CURESTRUCT_ANALYSIS_OPERATIONS_H

#include "analysis/facts.h"

// Operations of integer sets so far, the same in each run.
long facts_operations(const Facts *facts);

#endif
