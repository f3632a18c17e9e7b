// Threads of a search that stop where the rest cannot hold the match.
#ifndef CURESTRUCT_TRANSFORM_REDUCTION_STOP_EARLY_H
#define CURESTRUCT_TRANSFORM_REDUCTION_STOP_EARLY_H

#include "transform/transform.h"

// stop_early L         for l { S: if (found here) place = the iteration, if it is better }
//                  ->  for l { seen = the best of all threads so far; if (seen is better than all from here on) break;
//                              S with `found = 1` in place of the update; if (found) S;
//                              if (place is better than seen) tell all threads }
//   What is found is the same from run to run: no thread leaves out an iteration that is better than what one has
//   found. No thread waits for another one. The cell that all threads share is empty before and after a kernel.
//   Requires: `reduce` of one first or last match before it, into a scalar, by several blocks; L is a serial loop of a
//   thread that does nothing else, counts 0, 1, 2, .. and begins with the iterations that are best.
Stmt *stop_early(Candidate *state, Stmt *root, LoopId loop);

#endif
