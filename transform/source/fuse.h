// Fuses two loops.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_FUSE_H
#define CURESTRUCT_TRANSFORM_SOURCE_FUSE_H

#include "transform/transform.h"

// fuse A B           for i { S1 } T for j { S2 }           ->  T for i { S1; S2 with j = i }
//   The order of iterations changes. Requires: B follows A in one body; their values are always the same, or have a
//   constant difference; the statements between them may run before A or after B. Part of the source (source.h).
Stmt *fuse(Candidate *state, Stmt *root, LoopId first, LoopId second);

// NULL, or why it is not legal, the order included.
const char *fuse_obstacle(const Candidate *state, const Stmt *first, const Stmt *second);

#endif
