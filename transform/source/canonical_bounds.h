// Loop bounds in the form that analysis reads.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_CANONICAL_BOUNDS_H
#define CURESTRUCT_TRANSFORM_SOURCE_CANONICAL_BOUNDS_H

#include "transform/transform.h"

// canonical bounds   for j in 0..(long)(n - i) unsigned    ->  for j in 0..n - i
//   If the facts say so. Applied to all loops before any schedule.
Stmt *plain_bounds(Candidate *state, Stmt *root);
const Loop *plain_loop(Candidate *state, const LoopFact *fact); // the source's loop with such bounds

#endif
