// Strips of a loop's iterations, in the source.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_RANGES_STRIP_MINE_H
#define CURESTRUCT_TRANSFORM_SOURCE_RANGES_STRIP_MINE_H

#include "transform/transform.h"

// strip_mine L SIZE  for i in lo..hi { S1; for k in i + 1..n S2 }
//                ->  for i_strip in 0..ceil((hi - lo) / SIZE)
//                      for i in first..min(hi, end) { S1; for k in i + 1..min(n, end) S2; for k in end..n S2 }
//                    with first = lo + SIZE * i_strip and end = first + SIZE
//   Strip-mining with index-set splitting: a loop inside that begins at i plus a number is cut at the end of the strip,
//   and one that ends there at its beginning. What is beyond the strip may then have a loop of its own (`distribute`):
//   a blocked algorithm. The order is unchanged. Requires: loops that count up one by one in a signed type; others are
//   not cut. The launcher tests that the ends of strips fit in that type. Part of the source (source.h).
Stmt *strip_mine(Candidate *state, Stmt *root, LoopId loop, int64_t size, Assumption *assumed);

#endif
