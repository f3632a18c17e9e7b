// Writes out the iterations of a short loop.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_RANGES_UNROLL_FULLY_H
#define CURESTRUCT_TRANSFORM_SOURCE_RANGES_UNROLL_FULLY_H

#include "transform/transform.h"

enum { MOST_UNROLLED_FULLY = 64 };

// unroll_fully L     for u in 0..3 S  ->  { S with u = 0; S with u = 1; S with u = 2 }
//   The order is unchanged. Elements of constant tables that are known then are numbers. Requires: bounds that are
//   numbers, and at most 64 iterations. Part of the source (source.h).
Stmt *unroll_fully(Candidate *state, Stmt *root, LoopId loop);

// How many iterations the loop has; -1: that is not a number.
int64_t unroll_fully_count(const Loop *loop);

#endif
