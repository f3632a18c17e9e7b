// Scalars and small arrays become local to an iteration.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_PRIVATIZE_H
#define CURESTRUCT_TRANSFORM_SOURCE_PRIVATIZE_H

#include "transform/transform.h"

// privatize x        float x; for i { x = ..; use x }      ->  for i { float x'; x' = ..; use x' }
//   Requires: facts say that x is private to the loop. Applied to all of facts->privates before any schedule.
Stmt *privatize(Candidate *state, Stmt *root);

#endif
