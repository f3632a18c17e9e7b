// Loops that a condition on the data ends early.
#ifndef CURESTRUCT_FRONTEND_EARLY_EXIT_H
#define CURESTRUCT_FRONTEND_EARLY_EXIT_H

#include "ir/ir.h"

// The loop, which a `break` leaves, as two loops without it, or the loop itself where that is not possible.
Stmt *early_exit(Nest *nest, const Stmt *all, Stmt *loop);

#endif
