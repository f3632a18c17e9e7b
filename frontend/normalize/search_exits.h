// Nests that a `return` or a `goto` leaves.
#ifndef CURESTRUCT_FRONTEND_SEARCH_EXITS_H
#define CURESTRUCT_FRONTEND_SEARCH_EXITS_H

#include "ir/ir.h"

// for i { s = f(i); if (s < 0) left = 1; y[i] = s; }   with left: Nest.leaving
//     ->   left = 0; for i' { s' = f(i'); if (s' < 0) left = 1; } if (!left) for i { s = f(i); y[i] = s; }
Stmt *search_exits(Nest *nest, Stmt *body);

#endif
