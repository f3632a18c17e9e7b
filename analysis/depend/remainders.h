// Conflicts that remainders of sizes exclude.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_REMAINDERS_H
#define CURESTRUCT_ANALYSIS_DEPEND_REMAINDERS_H

#include "analysis/analysis.h"

// Drops the dependences that a loop carries if an assumption on remainders of sizes alone, such as n % 2 == 0, excludes
// all of them, and assumes that.
void remainders_find(Analysis *analysis);

#endif
