// Exchanges of a[i] and a[i ^ x].
#ifndef CURESTRUCT_ANALYSIS_DEPEND_EXCHANGE_H
#define CURESTRUCT_ANALYSIS_DEPEND_EXCHANGE_H

#include "analysis/analysis.h"

// Drops the dependences that a loop over i does not carry, since each of its iterations touches elements i and i ^ x of
// an array, and only if i ^ x > i (or < i in all of them). x does not change in the loop.
void exchange_find(Analysis *analysis);

#endif
