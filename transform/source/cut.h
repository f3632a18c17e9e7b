// Cuts the index set of a loop at a point.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_CUT_H
#define CURESTRUCT_TRANSFORM_SOURCE_CUT_H

#include "transform/transform.h"

// cut L at E       for i in lo..hi S                     ->  for i in lo..min(hi, E) S  { S with i = E }  for i in
// max(lo, E + 1)..hi S
//   The iteration at E, a sum of products of numbers, parameters and iterators around it and of their quotients by
//   numbers (rounded down), stands for itself; parts that are always empty are left out. Requires: a step of 1 or -1.
//   The order is unchanged. Part of the source (source.h).
Stmt *cut(Candidate *state, Stmt *root, LoopId loop, const char *point, Loc loc);

#endif
