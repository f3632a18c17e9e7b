// Records in shared memory, of which each thread has one.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_RECORDS_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_RECORDS_H

#include "transform/plan/planner.h"

// Where plan->candidate has a thread for each iteration of the loop, which is `root` in the source, and memory has what
// an iteration uses in one piece, the block copies what its threads use to shared memory, if that is predicted to be
// faster. `before`: the candidate without these threads.
void arrange_records(Plan *plan, const Candidate *before, const Stmt *root, const Loop *loop);

#endif
