// Whether the pointers of a table move together (frontend/dataflow/row_induction.h).
#ifndef CURESTRUCT_FRONTEND_ROW_WAYS_H
#define CURESTRUCT_FRONTEND_ROW_WAYS_H

#include "ir/ir.h"

// for c { for k in 0..n { s += rows[k][way]; way += 4; } }   ->   the same, and way.pointer_after moves rows[0..n)
//
// One variable stands for what each pointer of the table has moved by. Requirements: its loops take the same pointers
// of the table, one after another, and none lies in another one; and no other pointer of the nest is read from memory
// that the table may be. Whether all pointers move by the same amount, `induction` finds: see row_ways_moves.
Stmt *row_ways(Nest *nest, Stmt *body);

// Whether the symbol is such a variable. The pointers exist where they move, and need not exist where it is 0.
bool row_ways_is(const Nest *nest, const Symbol *symbol);

// Whether the loop takes one of the pointers in each iteration that `way` stands for: a change of `way` in one
// iteration is the change of the whole loop.
bool row_ways_moves(const Nest *nest, const Symbol *way, const Loop *loop);

#endif
