// Loops that count in an int if that is wide enough.
#ifndef CURESTRUCT_TRANSFORM_TREE_NARROW_H
#define CURESTRUCT_TRANSFORM_TREE_NARROW_H

#include "transform/transform.h"

// The loop with an iterator of type int, if it counts 0, 1, 2, .. in I64 and never beyond INT_MAX - room, otherwise
// itself.
const Stmt *loop_narrow(Candidate *state, const Stmt *stmt, int64_t room);

#endif
