// Sums along a loop that strides through memory, where a parallel loop around it walks along memory.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_COLUMNS_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_COLUMNS_H

#include "transform/plan/planner.h"

// Sums along a loop that strides through memory, below `count` parallel loops (outermost first), the innermost of which
// walks along memory: rows are distributed to threads and blocks, too. false: there are none, or it is not legal; the
// plan is as before.
bool arrange_columns(Plan *plan, const Loop *const *loops, int count);

// Whether all reads in the loop `row` that move with it stride through memory, while they walk along memory with
// `column`, an outer loop. `shares`: all columns may also read one value of a row, as in a product of the matrix and a
// vector.
bool loop_jumps(const Facts *facts, const Stmt *row, const Loop *column, bool shares);

#endif
