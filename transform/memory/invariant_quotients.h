// Quotients in copies that are the same in every iteration of a loop. Rows and columns of collapsed loops have them;
// nvcc does not move a quotient of 64 bits out of a loop.
#ifndef CURESTRUCT_TRANSFORM_INVARIANT_QUOTIENTS_H
#define CURESTRUCT_TRANSFORM_INVARIANT_QUOTIENTS_H

#include "transform/transform.h"

// The loop, the first `count` items of whose body have names in place of such quotients. Their declarations are added
// to `declared`: all threads compute them, and only if the loop has an iteration.
const Stmt *name_invariant_quotients(Candidate *state, const Stmt *loop, int count, StmtList *declared);

#endif
