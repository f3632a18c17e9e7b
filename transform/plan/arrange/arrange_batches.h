// Serial loops of a thread: loads of several iterations at once.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_BATCHES_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_BATCHES_H

#include "transform/plan/planner.h"

// In the loop `thread`, loops whose iterations depend on each other load what several iterations use before the first
// of these, and pass elements on in registers, where that is legal and the registers suffice.
void plan_batches(Plan *plan, const char *thread);

#endif
