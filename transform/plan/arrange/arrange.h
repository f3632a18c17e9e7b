// Step 2 of the paper: which loops become blocks and threads.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_H

#include "transform/plan/planner.h"

// Schedules everything below `stmt`, a part of plan->candidate->tree that runs on the host.
void arrange(Plan *plan, const Stmt *stmt);

LoopVerdict verdict_of(const Plan *plan, const Loop *loop);
const char *part_of_loop(const char *loop, const char *part); // "i", "tile": "i.tile"

bool holds_statement(const Stmt *root, int id); // the statement of the source with that id; true when it has none

#endif
