// Ranges that depend on data: the launcher runs loops on the host to find them.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_INSPECTOR_H
#define CURESTRUCT_ANALYSIS_ARRAYS_INSPECTOR_H

#include "analysis/analysis.h"

// Gives the array the range that a walk of the launcher finds (Facts.measures). false: the host cannot
// tell it, as far as the other arrays' ranges are known so far.
bool inspector_measure(Analysis *analysis, ArrayFact *fact);

#endif
