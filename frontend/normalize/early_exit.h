// Loops that a condition ends early.
#ifndef CURESTRUCT_FRONTEND_EARLY_EXIT_H
#define CURESTRUCT_FRONTEND_EARLY_EXIT_H

#include "ir/ir.h"

// for i in 0..n { if (3 * i + 2 >= size) break; ..  ->   for i in 0..min(n, ceil((size - 2) / 3)) { ..
//
// The loop itself if the condition is of another form.
Stmt *bounded_exit(Nest *nest, Stmt *loop);
// A math function, or a function that only computes with numbers and ends: it may be called where C does not call it.
bool call_is_free(const Expr *call);
// The loop, which a `break` leaves, as two loops without it, or the loop itself where that is not possible.
Stmt *early_exit(Nest *nest, const Stmt *all, Stmt *loop);

#endif
