// The bounds of data sections as expressions.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_SECTION_VALUE_H
#define CURESTRUCT_ANALYSIS_ARRAYS_SECTION_VALUE_H

#include "analysis/analysis.h"

Expr *section_value(Analysis *analysis, const char *text); // of a bound; NULL is 0

#endif
