// Sums of planes: of rows that lie apart.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_PLANES_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_PLANES_H

#include "transform/plan/planner.h"

// The first `parallel` loops of the band are parallel. false: the plan is as before.
bool arrange_planes(Plan *plan, const Loop *const *loops, int parallel);

#endif
