// The least and the largest value of a loop, found by an else.
#ifndef CURESTRUCT_FRONTEND_SPLIT_EXTREMA_H
#define CURESTRUCT_FRONTEND_SPLIT_EXTREMA_H

#include "ir/ir.h"

// if (v < low) low = v; else if (v > high) high = v;   ->   if (v < low) low = v;  if (v > high) high = v;
//
// So that each is a reduction of its own. With low <= high, the second condition cannot hold where the first one does,
// and that order stays. Requirements: nothing else in the nest changes the two, and low <= high before the first
// iteration. The launcher tests that, unless the nest gives both the same value.
//
// From low = INFINITY and high = -INFINITY it does not hold. Then the first iterations run as written, one after
// another, until it holds, which it does after the first value that is not less than low:
//
//   first = 0;  for i' in 0..n { if (low <= high) break;  first = i' + 1;  the body as written }
//   for i in 0..n { if (i >= first) { the body with both ifs } }
Stmt *split_extrema(Nest *nest, Stmt *body);

#endif
