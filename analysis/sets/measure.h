// Measures and their walks, apart from what a walk does (analysis/arrays/inspector.h).
#ifndef CURESTRUCT_ANALYSIS_SETS_MEASURE_H
#define CURESTRUCT_ANALYSIS_SETS_MEASURE_H

#include "analysis/analysis.h"

#define MEASURE_ROW "crs_measure_row" // (first, last, column, row, Measure.of_rows)

bool is_table_of_rows(const Array *array);  // HOST_ROWS of two dimensions
bool range_is_known(const ArrayFact *fact); // what is touched, of a table at least which rows

// Without a walk. Its symbols are the launcher's own: they have no text on the host.
Measure new_measure(Analysis *analysis, const Array *array);
void measure_drop_repeated(Measure *measure); // of Measure.apart

// Two walks measure the same, each with iterators of its own.
bool measures_same(Arena *arena, const Stmt *a, const Stmt *b);

#endif
