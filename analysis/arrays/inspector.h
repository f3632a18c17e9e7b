// Ranges that depend on data: the launcher runs loops on the host to find them.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_INSPECTOR_H
#define CURESTRUCT_ANALYSIS_ARRAYS_INSPECTOR_H

#include "analysis/analysis.h"

// Gives the array the range that an inspector in the launcher finds (Facts.measures). false: the host cannot find it,
// with the ranges of other arrays that are known so far.
bool inspector_measure(Analysis *analysis, ArrayFact *fact);

// The same where what is touched depends on iterators and parameters alone, not on data, as i % m * k + i / m, or where
// the nest changes the numbers that say it: k = i / m; if (k > n) k = n;
bool inspector_compute(Analysis *analysis, ArrayFact *fact);

// Gives the array a range that contains what is touched, by bounds that the nest itself puts on its subscripts
// (value_range.h). false: it has none.
bool inspector_take_bounds(Analysis *analysis, ArrayFact *fact);

// Gives the array a range that contains what is touched: that of the walk where conditions that depend on other data
// count both ways, if (mass[i] > 0) sum += x[index[i]]. false: it has none.
bool inspector_widen(Analysis *analysis, ArrayFact *fact);

// Gives the array the whole block of memory in which it lies, which the launcher looks up. false: this file does not
// allocate memory, or the array is not in one block.
bool inspector_take_block(Analysis *analysis, ArrayFact *fact);

#endif
