// Binds loops that carry reductions.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_REDUCTION_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_REDUCTION_H

#include "transform/plan/planner.h"

// For how many iterations a thread loads vectors at once, if at most `most` vectors of all arrays that move with the
// loop below `root` may be in flight.
int64_t plan_flight(const Plan *plan, const Stmt *root, const Loop *loop, int64_t most);

bool reduce_all(Plan *plan); // takes apart the reductions that some bound loop carries

// Deals the iterations of the loop out to blocks and their threads, and unrolls `copies` of those of a thread (1:
// none).
bool bind_lines(Plan *plan, const Loop *loop, int64_t blocks, int64_t copies);
// The same with vectors, `flight` of them at once. take_chunks comes last: it takes the vectors.
bool bind_chunks(Plan *plan, const Loop *loop, int64_t flight);
bool take_chunks(Plan *plan, const Loop *loop);

// Binds the loops of the band, which carry reductions, and takes these apart; false: the plan is as before.
bool arrange_reduction(Plan *plan, const Band *band);

#endif
