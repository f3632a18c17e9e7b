// The element that an argmin or argmax names before its first iteration.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_INITIAL_ELEMENT_H
#define CURESTRUCT_ANALYSIS_ARRAYS_INITIAL_ELEMENT_H

#include "analysis/analysis.h"

// The access with the elements that it certainly touches at first, if an argmin compares with its current choice.
Expr *initial_element_access(Analysis *analysis, const Stmt *stmt, const Expr *access, const Site *site);

#endif
