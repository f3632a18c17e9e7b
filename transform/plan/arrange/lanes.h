// Several results of a thread next to each other inside of a loop that all of them run through (unroll and jam).
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_LANES_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_LANES_H

#include "transform/plan/planner.h"

// What the loop around the inner one does before and after it, so many statements, in loops of its own: then the two
// can change places.
bool lanes_isolate(Plan *plan, const Loop *inner, int before, int after);
// The loop directly around the one of that name goes inside of it.
bool lanes_move_inwards(Plan *plan, const char *inner);
// Unrolls the loop and the others into which it was divided.
bool lanes_unroll(Plan *plan, const char *lane);

#endif
