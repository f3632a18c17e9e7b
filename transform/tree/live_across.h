// Values that are live across a loop.
#ifndef CURESTRUCT_TRANSFORM_TREE_LIVE_ACROSS_H
#define CURESTRUCT_TRANSFORM_TREE_LIVE_ACROSS_H

#include "transform/transform.h"

// A scalar or register array that flows from an iteration of `loop` to code outside of it in `around`. Once `loop` is
// bound to threads, the value would be in another thread's registers. Not counted: the accumulators of the loop's
// reductions, which `reduce` handles later. NULL: there is none.
const char *loop_passes_on(const Candidate *state, const Stmt *around, const Stmt *loop);

#endif
