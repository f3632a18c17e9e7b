// Array expansion: an array that each iteration fills anew gets elements for each iteration.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_EXPAND_H
#define CURESTRUCT_TRANSFORM_SOURCE_EXPAND_H

#include "transform/transform.h"

// expand L A         for i { for j t[j] = e; for j b[i][j] = t[j] }
//               ->  for i { for j t_each[i][j] = e; for j b[i][j] = t_each[i][j] }
//                   for i in max(lo, hi - 1)..hi for j t[j] = t_each[i][j]
//   Array expansion. The array gets a dimension for L, and one for each loop inside of L as long as that loop contains
//   all of its accesses and is private to it, too. The last iteration's elements are copied back. Requires: each read
//   in L is of an element that the same iteration has written before; what is written is the same elements in each
//   iteration, without a condition, apart from elements that are written again; L counts up one by one, and its range
//   is known on the host; no jump and no call for its effect. Part of the source (source.h).
Stmt *expand(Candidate *state, Stmt *root, LoopId loop, const Array *array);

#endif
