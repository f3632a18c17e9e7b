// Loops of the source in the other order.
#ifndef CURESTRUCT_TRANSFORM_LOOP_PERMUTE_H
#define CURESTRUCT_TRANSFORM_LOOP_PERMUTE_H

#include "transform/transform.h"

// permute A B        for i for j S  ->  for j for i S, in the source, which is then analysed again
//   Requires: as interchange (transform.h).
Stmt *permute(Candidate *state, Stmt *root, LoopId outer, LoopId inner);

#endif
