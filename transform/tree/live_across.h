// Values that are live across a loop.
#ifndef CURESTRUCT_TRANSFORM_TREE_LIVE_ACROSS_H
#define CURESTRUCT_TRANSFORM_TREE_LIVE_ACROSS_H

#include "transform/transform.h"

// A variable or array of the source that an iteration of `loop` sets and that something else in `around` uses, both of
// them in the same registers: with a thread for each iteration only that thread would know. Not counted: what the
// loop's reductions accumulate, which are going to be taken apart. NULL: there is none.
const char *loop_passes_on(const Candidate *state, const Stmt *around, const Stmt *loop);

#endif
