// Node splitting: copies values that later iterations overwrite.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_SPLIT_NODE_H
#define CURESTRUCT_TRANSFORM_SOURCE_SPLIT_NODE_H

#include "transform/transform.h"

// split_node L       for i a[i] = a[i + 1] + b[i]
//               ->  for i { float a_ahead = a[i + 1]; a[i] = a_ahead + b[i] }
//   Copies the value that a later iteration overwrites, which removes the anti-dependence: distribute then has a
//   separate piece for the copy (Allen and Kennedy, node splitting). Always legal. Requires: such a read, affine, not
//   under a condition of its statement, below no more loops (from L on) than the array has dimensions. Part of the
//   source (source.h).
Stmt *split_node(Candidate *state, Stmt *root, LoopId loop);
bool split_node_takes(const Stmt *loop,
                      const Dependence *dependence); // whether the read that is its source can be taken so

#endif
