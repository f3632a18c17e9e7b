// Node splitting: copies values that later iterations overwrite.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_SPLIT_NODE_H
#define CURESTRUCT_TRANSFORM_SOURCE_SPLIT_NODE_H

#include "transform/transform.h"

// split_node L       for i a[i] = a[i + 1] + b[i]
//               ->  for i { float a_ahead = a[i + 1]; a[i] = a_ahead + b[i] }
//   Copies the value that a later iteration overwrites, which removes the anti-dependence: distribute then has a
//   separate piece for the copy (Allen and Kennedy, node splitting). Requires: such a read, affine, not under a
//   condition of its statement. Part of the source (source.h).
//                    for i for j for k b[i][j] += a[k][i] * b[k][j]   // k > i
//               ->   for x for y b_ahead[x][y] = b[x][y]; for i for j for k b[i][j] += a[k][i] * b_ahead[k][j]
//   Below more loops (from L on) than the array has dimensions, there would be more copies than elements: then all
//   elements are copied before L. This requires that they are a box, that none of them is written by L before it is
//   read, and that the box is known on the host.
Stmt *split_node(Candidate *state, Stmt *root, LoopId loop);
bool split_node_takes(const Stmt *loop,
                      const Dependence *dependence); // whether the read that is its source can be taken so

#endif
