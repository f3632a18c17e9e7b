// Forward substitution of scalar assignments around the loops.
#ifndef CURESTRUCT_FRONTEND_FORWARD_SCALARS_H
#define CURESTRUCT_FRONTEND_FORWARD_SCALARS_H

#include "ir/ir.h"

// k = 0; for i in 0..n { a[i + k] = ..; } k += n;   ->   for i in 0..n { a[i] = ..; }   Nest.finals: k = n
//
// Values go from assignments at the top of the nest to their uses, where they can be put in terms of values from before
// the nest (Nest.entries are known ones); what a variable holds at the end goes into Nest.finals.
Stmt *forward_scalars(Nest *nest, Stmt *block);

#endif
