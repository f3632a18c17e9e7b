// Sums of planes: of rows that lie apart.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_PLANES_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_PLANES_H

#include "transform/plan/planner.h"

// Whether everything in `stmt` that moves with the row walks along it alone, and each plane has rows of its own.
bool planes_have_rows(const Facts *facts, const Stmt *stmt, LoopId plane, LoopId rows, LoopId row);

// The first `parallel` loops of the band are parallel. false: the plan is as before.
bool arrange_planes(Plan *plan, const Loop *const *loops, int parallel);

#endif
