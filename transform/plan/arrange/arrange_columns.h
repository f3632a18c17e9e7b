// Sums along a loop that strides through memory, where a parallel loop around it walks along memory.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_COLUMNS_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_COLUMNS_H

#include "transform/plan/planner.h"

// Sums along a loop that jumps, below `count` parallel loops (outermost first) of which the innermost walks along
// memory: rows are dealt out to threads and blocks as well. false: it is none, or not legal; the plan is as before.
bool arrange_columns(Plan *plan, const Loop *const *loops, int count);

// Whether all reads in the loop `row` that move with it jump through memory, while they walk along it with `column`, a
// loop around; `shares`: one value of a row may be read for all columns as well, as in a product of the matrix and a
// vector.
bool loop_jumps(const Facts *facts, const Stmt *row, const Loop *column, bool shares);

#endif
