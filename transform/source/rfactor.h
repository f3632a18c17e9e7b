// Turns a sum into a sum of partial sums.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_RFACTOR_H
#define CURESTRUCT_TRANSFORM_SOURCE_RFACTOR_H

#include "transform/transform.h"

// rfactor L n        for i for k C[i] += e
//               ->  for k.part for i { P[k.part][i] = 0; for k in n of them P[k.part][i] += e }
//                   for i for k.part C[i] += P[k.part][i]
//   Sums (products, ..) along a long loop in parts of n iterations, with an element of a scratch array for each part
//   and place. Requires: L counts one by one and carries exactly one reduction, whose operator is associative and which
//   may be reordered. The parallel loops around it, and perfectly nested inside, contain no conditions around it, and
//   declare nothing around it that it reads. It sets no variable whose last value is wanted. Part of the source
//   (source.h).
//   That nothing which L reads changes around it, and that the place is used only before or after the sum, is asked of
//   the tree: there the update has two positions, in both nests (analysis/depend/order.c).
Stmt *rfactor(Candidate *state, Stmt *root, LoopId loop, int64_t size);

#endif
