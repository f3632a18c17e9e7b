// Moves conditions and definitions into a loop.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_SINK_H
#define CURESTRUCT_TRANSFORM_SOURCE_SINK_H

#include "transform/transform.h"

// sink L             if (c) for i S                        ->  for i if (c) S
//                   for k { T x = e; for i S }            ->  for k for i { T x = e; S }
//   Requires: the bounds below the condition may be computed without it. Without a condition: definitions directly
//   before the loop, each of a scalar that nothing else uses and the loop does not set, from values that the loop does
//   not change, without calls. Part of the source (source.h).
Stmt *sink(Candidate *state, Stmt *root, LoopId loop);

#endif
