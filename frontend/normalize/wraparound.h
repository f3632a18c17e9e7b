// Variables that hold a value of the iteration before.
#ifndef CURESTRUCT_FRONTEND_RECALL_H
#define CURESTRUCT_FRONTEND_RECALL_H

#include "ir/ir.h"

// for i { a[i] = b[i] + x; x = b[i]; }   ->   for i { float x_now = i == lo ? x : b[i - 1]; a[i] = b[i] + x_now; }
//
// Of loops among the items, of which the variable is: read before its one assignment, which each iteration makes, and
// nowhere mentioned in the nest outside of the loop. The value is one of the iterator, of what the loop does not
// change, and of such variables themselves (y = x; x = b[i]). The assignment stays where the variable is wanted after
// the nest. The items are replaced in place.
void recall_values(Nest *nest, Stmt **items, int count);

#endif
