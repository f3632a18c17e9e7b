// Each of many with each of some: forces between bodies, the nearest of some centers.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_PAIRS_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_PAIRS_H

#include "transform/plan/planner.h"

// Below the parallel loop, one loop whose elements all threads use: a block copies them to shared memory tile by tile,
// and a thread uses each of them for several iterations of its own. false: it is another nest, or it is not legal; the
// plan is as before.
bool arrange_pairs(Plan *plan, const Stmt *root, const Loop *loop);

#endif
