// Compares a data section with the elements that the nest touches.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_SECTION_CHECK_H
#define CURESTRUCT_ANALYSIS_ARRAYS_SECTION_CHECK_H

#include "analysis/analysis.h"

// Whether the access, which touches `elements`, stays within the section, whose range is in `fact`; otherwise an error,
// or an assumption.
void check_section(Analysis *analysis, const ClauseItem *item, ClauseKind kind, const ArrayFact *fact, int access,
                   __isl_take isl_set *elements);

#endif
