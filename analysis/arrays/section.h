// Data sections: the ranges of arrays in the clauses of a directive.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_SECTION_H
#define CURESTRUCT_ANALYSIS_ARRAYS_SECTION_H

#include "analysis/analysis.h"

// The directive's clause about the array: copy(A[0:n]), or copy(A) without a range. NULL: none.
const ClauseItem *section_item(const Analysis *analysis, const Directive *directive, const Array *array,
                               ClauseKind *kind);
const char *visible_name(const Analysis *analysis, const Array *array); // as a clause names it: "x", "dst->grid"

// The section of the directive before a loop of the region, around this access. NULL: its subscripts determine it.
const ClauseItem *section_around(const Analysis *analysis, int index, ClauseKind *kind);
bool section_is_inside(const Analysis *analysis, const Array *array);          // some access has one around it
bool section_holds_at_entry(const Analysis *analysis, const ClauseItem *item); // it names nothing that the region sets
bool section_range(Analysis *analysis, const ClauseItem *item, ArrayFact *fact); // false: an extent is not known

#endif
