// Neighbouring iterations of an innermost loop as 16-byte accesses.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_VECTORS_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_VECTORS_H

#include "transform/plan/planner.h"

// How many neighbouring iterations of the loop make 16 bytes of the widest array below `root`; 0: it does not walk
// along memory there.
int64_t vector_width_for(const Plan *plan, const Stmt *root, const Loop *loop);

// Tiles the loop into groups of `width` iterations; returns the name of the loop over groups, or NULL. plan_vectors, as
// the last step, makes vectors of the groups, those of `flight` iterations of the loop `iterations` directly around
// them (NULL: none) at once; false if that is not legal.
const char *plan_groups(Plan *plan, const Loop *loop, int64_t width);
bool plan_vectors(Plan *plan, const Loop *loop, const char *iterations, int64_t flight);

// A thread runs each iteration of `row`, in the loop `thread`, which ends with a serial loop along memory: a scan of a
// row. It reads and writes whole sectors of 32 bytes, if that is legal and neighbours do not share them.
void plan_runs(Plan *plan, const Loop *row, const char *thread);

// Parallel loops (outermost first, with the dimension that each has), the innermost along memory: one group of it per
// thread. false: some access does not walk along memory with it, or it is not legal; the plan is as before.
bool arrange_vectors(Plan *plan, const Stmt *root, const Loop *const *loops, int count, const int *dimension);

#endif
