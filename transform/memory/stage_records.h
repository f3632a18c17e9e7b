// Records of iterations in shared memory.
#ifndef CURESTRUCT_TRANSFORM_MEMORY_STAGE_RECORDS_H
#define CURESTRUCT_TRANSFORM_MEMORY_STAGE_RECORDS_H

#include "transform/transform.h"

// stage A shared at L records
//                      for b.elem [thread.x] { .. A[b][i][k] -= .. }
//                  ->  for b.elem [thread.x] { As[..][..][m] = A[b0 + m][..][..] by all threads; barrier;
//                                              .. As[i][k][b.elem] -= ..; barrier;
//                                              A[b0 + m][..][..] = As[..][..][m] by all threads; barrier }
//   What an iteration of L uses of A is a record of its own: rows of constant lengths after the subscript that L moves.
//   Elements of one place of all records lie side by side. Records are not copied in if the loop sets all elements, and
//   are copied back if it writes any; elements between those that it writes are then written with their own values.
//   Requires: L is the only loop bound to threads (x), directly inside of those bound to blocks, and nothing leaves its
//   iterations; each of these loops moves a subscript of its own, or the tiles of L move that of L; the subscripts
//   after it have constant ranges inside of rows of constant length; all elements of all records exist; some access is
//   come to in each iteration; the records of a block fit.
Stmt *stage_records(Candidate *state, Stmt *root, const Array *array, Space space, LoopId at);

#endif
