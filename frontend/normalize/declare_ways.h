// Where the numbers of pointers that the nest assigns are declared.
#ifndef CURESTRUCT_FRONTEND_DECLARE_WAYS_H
#define CURESTRUCT_FRONTEND_DECLARE_WAYS_H

#include "ir/ir.h"

// for i { p_way = i * n; a[p_way] = 0; }   ->   for i { long long p_way; p_way = i * n; a[p_way] = 0; }
//
// In the innermost block around all that mentions the number (Nest.ways). Requirement: none of it reads the number
// before that block assigns it, so that no value from an earlier iteration, or from before the nest, is needed. The
// nest is refused otherwise. The offsets of pointers from outside, which have a value at the beginning, are left to
// induction.
Stmt *declare_ways(Nest *nest, Stmt *body);
bool ways_are_set(Nest *nest); // whether the requirement holds for all of them

#endif
