// Cuts the index set of a loop at a point.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_RANGES_CUT_H
#define CURESTRUCT_TRANSFORM_SOURCE_RANGES_CUT_H

#include "transform/transform.h"

// cut L at E         for i in lo..hi S
//               ->  for i in lo..min(hi, E) S  { S with i = E }  for i in max(lo, E + 1)..hi S
//   Index-set splitting. The iteration at E becomes a separate statement. E is a sum of products of numbers, parameters
//   and outer iterators, and of their quotients by numbers (rounded down). Parts that are always empty are left out.
//   The order is unchanged. Requires: a step of 1 or -1. Part of the source (source.h).
Stmt *cut(Candidate *state, Stmt *root, LoopId loop, const char *point, Loc loc);

#endif
