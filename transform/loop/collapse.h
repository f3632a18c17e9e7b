// Makes one loop of two nested ones.
#ifndef CURESTRUCT_TRANSFORM_LOOP_COLLAPSE_H
#define CURESTRUCT_TRANSFORM_LOOP_COLLAPSE_H

#include "transform/transform.h"

// collapse L M         for i in 0..n for j in 0..m S
//                  ->  for i_j in 0..n*m S with i = i_j / m, j = i_j % m
//   The order is unchanged. An array with neighbouring dimensions that are subscripted by [i + e][j], where the second
//   one has as many elements as M has iterations, becomes one in which the two are one dimension: [i_j + e*m]. The
//   subscript of a flat array that depends on i*m + j alone depends on i_j instead. So quotients and remainders are
//   left only where the parts are needed; of a sum over a window for one of many results, they have 32 bits. *assumed:
//   what the launcher has to test. Part of the source (source.h). Requires: M is all that L does; both count up one by
//   one; the bounds of M do not change in L, and can be computed where L has no iteration; no 'break' leaves either.
Stmt *collapse(Candidate *state, Stmt *root, LoopId outer, LoopId inner, Assumption *assumed);

#endif
