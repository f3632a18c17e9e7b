// Step 3 of the paper: how many threads a block has and how many results each of them computes, within the limits of
// the device and the directive.
#ifndef CURESTRUCT_TRANSFORM_PLAN_RESOURCES_RESOURCES_H
#define CURESTRUCT_TRANSFORM_PLAN_RESOURCES_RESOURCES_H

#include "transform/plan/planner.h"
#include "transform/plan/resources/resource_table.h"

typedef struct BlockShape {
    int64_t x, y;
} BlockShape;
int64_t blocks_for_reduction(const Candidate *state); // enough to fill the device, few enough to combine
BlockShape shape_for(const Plan *plan,
                     int rank);           // threads of a block over `rank` loops, where no table says it
bool block_clause_fits(const Plan *plan); // the device; false: refused
bool has_block_clause(const Directive *directive);

// The sizes that an arrangement can build, in the order in which it should try them for the results of these loops
// (outermost first). Returns the table; `order` (room for all) gets the indices of the scheme's sizes that launch on
// the device, the best first. `scheme` lives in the arena, or for good.
const ResourceTable *plan_table(Plan *plan, const ResourceScheme *scheme, const Loop *const *loops,
                                int count); // any size where NULL
const ResourceTable *plan_sizes(Plan *plan, const ResourceScheme *scheme, const Loop *const *loops, int count,
                                int *order, int *ordered);
void plan_sized(Plan *plan, const ResourceTable *table, const ResourceRow *row, const Loop *const *loops,
                int count); // this one was built

// The arrangement was built with its only size; `scheme` has no sizes yet.
void plan_one_size(Plan *plan, ResourceScheme scheme, const Loop *const *loops, int count, int threads, int64_t tile);

// How many threads a block should have if each has `each` results of the loops.
int64_t threads_by_table(Plan *plan, const char *scheme, const Loop *const *loops, int count, int64_t each);

#endif
