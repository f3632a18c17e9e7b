// Induction variables: integers that a loop changes by the same amount in each iteration.
#ifndef CURESTRUCT_FRONTEND_INDUCTION_H
#define CURESTRUCT_FRONTEND_INDUCTION_H

#include "ir/ir.h"

// Rewrites a nest so that loops no longer change such variables:
//
//     for i in lo..hi { k += c; a[k] = ..; }
//     ->   for i in lo..hi { a[k + c * (i - lo) + c] = ..; }  k += c * (hi - lo);
//
// Inner loops come first, so that an outer loop counts the change that follows an inner one. `items` are the statements
// of the nest as read; the result is a block. Assignments that stay at its top go into Nest.finals if every use of the
// variable can be expressed by values from before the nest. `entries`: the known values of variables before the nest,
// over SYM_PARAM symbols.
Stmt *close_inductions(Nest *nest, Stmt *const *items, int count, const FinalValue *entries, int nentry);

#endif
