// Sharing the iterations of a loop among blocks and threads.
#ifndef CURESTRUCT_TRANSFORM_SEARCH_SHARE_H
#define CURESTRUCT_TRANSFORM_SEARCH_SHARE_H

#include "transform/search/candidates.h"

// Adds the shares of all undivided serial loops.
void propose_shares(const Candidate *candidate, Decisions *decisions);

// Divides the loop, moves its parts outwards (blocks outside of threads, both outside of serial loops) and binds them.
// A part that cannot move stays where it is. NULL: some step is refused.
const Candidate *share_take(const Candidate *candidate, const Share *share);

#endif
