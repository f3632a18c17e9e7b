// Step 1 of the paper: what a thread computes where many threads use the same operands.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_GRANULE_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_GRANULE_H

#include "transform/plan/planner.h"

// Results of the statements in the loop called `at` are held in registers, where they can be.
void stage_results(Plan *plan, const char *at);

// y outside of x, both parallel, around a serial loop whose operands many threads use: shared tiles, several results a
// thread. `batch`, outside of both, may be NULL; another one may be all that x holds. false: no such reuse, or not
// legal; the plan is as before.
bool arrange_reuse(Plan *plan, const Stmt *root, const Loop *y, const Loop *x, const Loop *batch);

// Whether there is such reuse in a serial loop inside of the innermost parallel loop, wherever y and x stand around it.
bool has_reuse(const Plan *plan, const Stmt *innermost, const Loop *y, const Loop *x);

// The same with one number for all: a block has threads_y * threads_x threads, each results_y * results_x results that
// lie so many threads apart, and tiles of the operands are `depth` deep.
typedef struct PlainTile {
    int64_t threads_y, threads_x, results_y, results_x, depth;
} PlainTile;
bool arrange_plain_tile(Plan *plan, const Stmt *root, const Loop *y, const Loop *x, const Loop *batch,
                        const PlainTile *tile);

// The same by that shape. false: no such reuse, or it does not fit the device or is not legal; the plan is as before.
bool reuse_with_shape(Plan *plan, const Stmt *root, const Loop *y, const Loop *x, const Loop *batch,
                      const TileShape *shape);

#endif
