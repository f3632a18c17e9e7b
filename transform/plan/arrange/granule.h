// Step 1 of the paper: the work of a thread if many threads use the same operands.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_GRANULE_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_GRANULE_H

#include "transform/plan/planner.h"

// Holds results of the statements in the loop called `at` in registers, if possible.
void stage_results(Plan *plan, const char *at);

// y outside of x, both parallel, around a serial loop whose operands many threads use: shared tiles, several results
// per thread. `batch`, outside of both, may be NULL; another one may be the whole body of x. false: no such reuse, or
// not legal; the plan is as before.
bool arrange_reuse(Plan *plan, const Stmt *root, const Loop *y, const Loop *x, const Loop *batch);

// Whether there is such reuse in a serial loop inside of the innermost parallel loop, for y and x at any position
// around it.
bool has_reuse(const Plan *plan, const Stmt *innermost, const Loop *y, const Loop *x);

// The same with given numbers: a block has threads_y * threads_x threads, each with results_y * results_x results at
// the distance of these numbers of threads, and tiles of the operands are `depth` deep.
typedef struct PlainTile {
    int64_t threads_y, threads_x, results_y, results_x, depth;
} PlainTile;
bool arrange_plain_tile(Plan *plan, const Stmt *root, const Loop *y, const Loop *x, const Loop *batch,
                        const PlainTile *tile);

// The same with that shape. false: no such reuse, or it does not fit the device or is not legal; the plan is as before.
bool reuse_with_shape(Plan *plan, const Stmt *root, const Loop *y, const Loop *x, const Loop *batch,
                      const TileShape *shape);

#endif
