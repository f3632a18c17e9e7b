// Turns a sum into a sum of partial sums.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_RFACTOR_H
#define CURESTRUCT_TRANSFORM_SOURCE_RFACTOR_H

#include "transform/transform.h"

// rfactor L n        for i for k C[i] += e
//               ->  for k.part for i { P[k.part][i] = 0; for k in n of them P[k.part][i] += e }
//                   for i for k.part C[i] += P[k.part][i]
//   Sums (products, ..) along a long loop in parts of n iterations, with an element of a scratch array for each part
//   and place. Requires: L counts one by one and carries one reduction, which may be reordered, and nothing else. The
//   parallel loops around it, and perfectly nested inside, contain no conditions around it and change nothing that it
//   reads. Part of the source (source.h).
Stmt *rfactor(Candidate *state, Stmt *root, LoopId loop, int64_t size);

#endif
