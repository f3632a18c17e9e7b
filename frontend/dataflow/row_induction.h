// Pointers in a table that the nest increments: for (k = 0; k < n; k++) { .. *rows[k] ..; rows[k] += 4; }
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_ROW_INDUCTION_H
#define CURESTRUCT_FRONTEND_DATAFLOW_ROW_INDUCTION_H

#include "frontend/clang/state.h"

// One variable says how far each of the table's pointers is from where it was before the nest: it has the value for the
// pointer that a loop has come to. A loop over the pointers (Nest.row_loops) changes all of them in its iterations, one
// each, so the variable's change in one iteration is that of the whole loop. normalize/row_ways.h has what must hold.
//
// `row` names a pointer of a table; NULL if the nest does not increment the table's pointers, or if it is refused.
const Symbol *row_induction_way(Reader *reader, const Reference *row, CXCursor at);

// How far the pointer is from where it was before the nest: 0, or the variable.
Expr *row_induction_offset(Reader *reader, const Reference *row, CXCursor at);

#endif
