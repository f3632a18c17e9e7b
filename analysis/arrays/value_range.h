// Bounds of subscripts that the nest computes from data: by conditions, min and max, remainders and masks.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_VALUE_RANGE_H
#define CURESTRUCT_ANALYSIS_ARRAYS_VALUE_RANGE_H

#include "analysis/analysis.h"
#include "analysis/sets/interval.h"

// Calls crs_measure(first, last, bound) for the bounds of all accesses to the array, where loops and conditions that
// the host can evaluate let them happen. They read nothing but parameters. NULL: some access has no bounds.
Stmt *value_range_walk(Analysis *analysis, const Array *array, const Symbol *first, const Symbol *last);

// What a value lies between where an access happens.
typedef struct RangeQuestion {
    const Expr *access; // to the array that is looked at
    const Expr *value;
    Interval answer;
    bool asked; // the access was found
} RangeQuestion;
typedef VECTOR(RangeQuestion) RangeQuestions;

// false: the nest was not understood, and no answer counts.
bool value_range_find(Analysis *analysis, const Array *array, RangeQuestions *questions);

#endif
