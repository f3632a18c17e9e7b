// Scalars become the elements that they are stored in.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_IN_PLACE_H
#define CURESTRUCT_TRANSFORM_SOURCE_IN_PLACE_H

#include "transform/transform.h"

// in_place L         for i for j { T w = A[i][j]; for k w -= e; A[i][j] = w / d }
//               ->  for i for j { for k A[i][j] -= e; A[i][j] = A[i][j] / d }
//   The reverse of scalar replacement, for each scalar inside of L that is declared in the same block in which it is
//   finally stored in an element of its type. Requires: nothing between accesses that element; its subscripts are
//   computed from iterators and parameters; no jump, no call for its effect. Part of the source (source.h).
Stmt *in_place(Candidate *state, Stmt *root, LoopId loop);

#endif
