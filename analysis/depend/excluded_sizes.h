// Conflicts that assumptions on sizes exclude.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_EXCLUDED_SIZES_H
#define CURESTRUCT_ANALYSIS_DEPEND_EXCLUDED_SIZES_H

#include "analysis/analysis.h"

// Drops the dependences that a loop carries if an assumption on remainders of sizes alone, such as n % 2 == 0, excludes
// all of them, and assumes that. Otherwise those but antidependences, if it is that sizes are not negative. Otherwise
// all, if it is on a distance, without which iterations would set elements that other statements have set, or on the
// length of rows, which would overwrite each other.
void excluded_sizes_find(Analysis *analysis);

#endif
