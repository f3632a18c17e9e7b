// What the first part of the nest's loop sets besides the iterator.
#ifndef CURESTRUCT_FRONTEND_ENTRY_VALUES_H
#define CURESTRUCT_FRONTEND_ENTRY_VALUES_H

#include "ir/ir.h"

// s = 0; for i in 0..n { s += a[i]; }   ->   for i in 0..n { s += a[i]; }   Symbol.host_before of s: "0"
//
// The variable holds the value where the loop begins, and the host knows it: the launcher gets it in place of what the
// variable held before. Requirements: nothing else precedes the loop that mentions the variable, no pointer reaches
// it, and the host has the value as an expression of the nest's parameters. An integer that only the first part sets
// is left to forward_scalars.c.
Stmt *entry_values(Nest *nest, Stmt *body);

#endif
