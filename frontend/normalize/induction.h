// Induction variables: integers that a loop changes by the same amount in each iteration.
#ifndef CURESTRUCT_FRONTEND_INDUCTION_H
#define CURESTRUCT_FRONTEND_INDUCTION_H

#include "ir/ir.h"

// Rewrites what a nest was read as, so that such variables are no longer changed in loops:
//
//     for i in lo..hi { k += c; a[k] = ..; }   ->   for i in lo..hi { a[k + c * (i - lo) + c] = ..; }  k += c * (hi -
//     lo);
//
// inner loops first, so that what stands behind an inner loop is counted by the outer one. `items` are the statements
// that the nest was read as; returned is a block. Assignments left at its top go into Nest.finals where every use of
// the variable can be put in terms of values from before the nest. `entries`: what is known of variables before the
// nest, over SYM_PARAM symbols.
Stmt *close_inductions(Nest *nest, Stmt *const *items, int count, const FinalValue *entries, int nentry);

#endif
