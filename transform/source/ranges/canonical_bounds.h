// Loop bounds in the form that analysis reads.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_RANGES_CANONICAL_BOUNDS_H
#define CURESTRUCT_TRANSFORM_SOURCE_RANGES_CANONICAL_BOUNDS_H

#include "transform/transform.h"

// canonical bounds   for j in 0..(long)(n - i) unsigned    ->  for j in 0..n - i
//   If the facts say so. Applied to all loops before any schedule.
Stmt *plain_bounds(Candidate *state, Stmt *root);
// The loop, which the fact is of, with such bounds. Its other bounds stay: privates may have other names in them than
// in the fact.
const Loop *plain_loop(Candidate *state, const LoopFact *fact, const Loop *loop);

#endif
