// Data sections: what the clauses of a directive say that the nest touches of an array.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_SECTION_H
#define CURESTRUCT_ANALYSIS_ARRAYS_SECTION_H

#include "analysis/analysis.h"

// What the directive says of the array: copy(A[0:n]), or copy(A) without a range. NULL: nothing.
const ClauseItem *section_item(const Analysis *analysis, const Directive *directive, const Array *array,
                               ClauseKind *kind);
const char *visible_name(const Analysis *analysis, const Array *array); // as a clause names it: "x", "dst->grid"

// The section of the directive in front of a loop of the region, around this access. NULL: its subscripts tell.
const ClauseItem *section_around(const Analysis *analysis, int index, ClauseKind *kind);
bool section_is_inside(const Analysis *analysis, const Array *array);          // some access has one around it
bool section_holds_at_entry(const Analysis *analysis, const ClauseItem *item); // it names nothing that the region sets
bool section_range(Analysis *analysis, const ClauseItem *item, ArrayFact *fact); // false: an extent is not known
void section_widen(Analysis *analysis, ArrayFact *fact, const ArrayFact *more);  // to what either touches

#endif
