// Several iterations set one element to one value: flag[idx[i]] = 1.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_EQUAL_STORES_H
#define CURESTRUCT_ANALYSIS_DEPEND_EQUAL_STORES_H

#include "analysis/analysis.h"

// Drops the dependences between assignments of a value that is the same in all iterations of the nest, unless they
// belong to a reduction, those with conditions that ask for the element itself, and those with tests whose results the
// assignment does not change. Lists the arrays (Facts.set_alike).
void equal_stores_find(Analysis *analysis);

#endif
