// What variables hold before the nest, which is what the first part of its loop sets, or what the host has set.
#ifndef CURESTRUCT_FRONTEND_ENTRY_VALUES_H
#define CURESTRUCT_FRONTEND_ENTRY_VALUES_H

#include "ir/ir.h"

// s = 0; for i in 0..n { s += a[i]; }   ->   for i in 0..n { s += a[i]; }   Symbol.host_before of s: "0"
//
// The variable holds the value where the loop begins, and the host knows it: the launcher gets it in place of what the
// variable held before. Requirements: nothing else precedes the loop that mentions the variable, no pointer reaches
// it, and the host has the value as an expression of the nest's parameters. An integer that only the first part sets
// is left to forward_scalars.c.
//
// for i { if (C) t = w[i]; s += t; }   ->   for i { if (C) t = w[i]; else t = t_before; s += t; }
//
// t_before: what the variable held before the nest, which it still holds if C does not. Each iteration then has a value
// of its own. Requirements: the nest changes nothing in C, and sets the variable nowhere else, but reads it elsewhere;
// the branch reads it, if at all, after it has set it, and does not leave the loop.
Stmt *entry_values(Nest *nest, Stmt *body);

// A new parameter: what the variable of the host holds before the nest.
Symbol *entry_symbol(Nest *nest, const Symbol *of);

#endif
