// Updates of a place that stays the same along a loop are accumulated in a scalar first.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_ACCUMULATE_H
#define CURESTRUCT_TRANSFORM_SOURCE_ACCUMULATE_H

#include "transform/transform.h"

// accumulate L       for i for k A[key[i]] += e
//               ->   for i { T A_part = 0; for k A_part += e; if (L has iterations) A[key[i]] += A_part }
//   Register promotion of a reduction: each place is loaded and stored once for all iterations of L, also where only
//   the data say which place it is. It applies to each reduction along L that may be regrouped, and to each of its
//   places: sums, products, bitwise operators, minima and maxima. Where data decide whether L updates the place at all,
//   a flag beside the scalar says so afterwards.
//   Requires: what the subscripts read does not change in L; L accesses the array in these updates only; no jump, no
//   call for its effect. Part of the source (source.h).
//   That no other access of the place is between is asked of the tree: there the update has two positions, as after
//   rfactor (analysis/depend/order.c).
Stmt *accumulate(Candidate *state, Stmt *root, LoopId loop);

// Whether a loop around this one carries a reduction by key that the step would change, and the loop does nothing else.
bool accumulates_by_key(const Candidate *state, const Stmt *loop);

#endif
