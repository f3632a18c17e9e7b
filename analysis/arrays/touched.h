// The elements of an array that the accesses of a nest touch, as sets.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_TOUCHED_H
#define CURESTRUCT_ANALYSIS_ARRAYS_TOUCHED_H

#include "analysis/analysis.h"

typedef enum TouchedKind {
    TOUCHED,     // all elements that may be touched where no section says it
    SURE_STEPS,  // of these, the ones in iterations that loops with unequal steps surely have
    SURE_WRITES, // those that are written whatever the data
} TouchedKind;

const Access *touched_first_access(const Analysis *analysis, const Array *array, bool want_write, bool any);

// Extent of an element dimension as parameters see it, NULL: unknown.
Expr *touched_known_extent(const Analysis *analysis, const Array *array, int d);
isl_pw_aff *touched_extent(Analysis *analysis, const Array *array, int d); // the same as an affine expression

// { [x] : 0 <= x < extent }, or NULL if the extent is not known.
isl_set *touched_dimension(Analysis *analysis, const Array *array, int d);

// The elements of one access; NULL: some dimension has no bounds. `sure`: only in iterations that certainly run.
isl_set *touched_by_access(Analysis *analysis, int index, bool sure);

// The same of all its subscripts, those of a path into a struct included; each has to be affine.
isl_set *touched_with_members(Analysis *analysis, int index);

// The elements of all accesses of the array. NULL: some access has no bounds, *unbounded.
isl_set *touched_elements(Analysis *analysis, const Array *array, TouchedKind which, Loc *unbounded);

// The subscript with the constant part that all accesses of the array have in common.
Expr *touched_offset(Analysis *analysis, const Array *array, Expr *value);

// Whether the access counts for the range of the array: it is not a duplicate, and no section inside of the region
// covers it.
bool touched_is_counted(const Analysis *analysis, int index, const Array *array);

#endif
