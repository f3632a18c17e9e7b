// Sums of products by the tensor cores of a warp.
#ifndef CURESTRUCT_TRANSFORM_TENSOR_H
#define CURESTRUCT_TRANSFORM_TENSOR_H

#include "transform/transform.h"

// tensor L rows M columns N
//                      for k in 0..4 [L] for r [M] for c [N] acc[r][c] += As[k][row(r)] * Bs[k][column(c)]
//                  ->  ah[r] = As[k of the lane][row(r)]; bh = Bs[k of the lane][a column of another lane];
//                      for k [L] for r [M] for c [N] acc[r][c] += ah[r] * bh
//   The tensor cores of a warp add all four terms at once, for 16 x 8 results: a lane has two rows (M) and two columns
//   (N) of them, and loads two elements of one operand and one of the other. Other loops inside of L repeat that. The
//   factors may be any expressions of which one depends on the rows alone and one on the columns. The sum is reordered.
//   Requires: L is serial, 4 iterations from 0, in all lanes of a warp alike; in it unrolled loops alone, M and N of 2
//   iterations, around one update of an own register for each, by a product of doubles; 4 threads along thread.x, and a
//   multiple of 8 along thread.y; factors are computed from tiles in shared memory (stage), parameters and iterators.
//   No other step changes the loop, or what is around it, afterwards but pipeline, unroll and launch_bounds.
Stmt *tensor(Candidate *state, Stmt *root, LoopId loop, LoopId rows, LoopId columns);

#endif
