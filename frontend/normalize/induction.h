// Induction variables: integers that a loop changes by the same amount in each iteration.
#ifndef CURESTRUCT_FRONTEND_INDUCTION_H
#define CURESTRUCT_FRONTEND_INDUCTION_H

#include "ir/ir.h"

// Rewrites a nest so that loops no longer change such variables:
//
//     for i in lo..hi { k += c; a[k] = ..; }
//     ->   for i in lo..hi { a[k + c * (i - lo) + c] = ..; }  k += c * (hi - lo);
//
// Inner loops come first, so that an outer loop counts the change that follows an inner one.
Stmt *induction(Nest *nest, Stmt *body);

#endif
