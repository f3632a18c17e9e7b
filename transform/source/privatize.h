// Scalars and small arrays become local to an iteration.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_PRIVATIZE_H
#define CURESTRUCT_TRANSFORM_SOURCE_PRIVATIZE_H

#include "transform/transform.h"

// privatize x        float x; for i { x = ..; use x }      ->  for i { float x'; x' = ..; use x' }
//   Requires: facts say that x is private to the loop. Applied to all of facts->privates before any schedule.
Stmt *privatize(Candidate *state, Stmt *root);

// Why the last iteration of the loop has to stay the last one: the value that a private variable has in it is wanted
// afterwards. Dependences do not say whose value that is. NULL: none is wanted.
const char *privatize_last_value(const Facts *facts, const Stmt *loop);

#endif
