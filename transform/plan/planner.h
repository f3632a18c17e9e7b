// What the files of the planner share: plan.c (entry, the working tree), arrange.c (which loops go where: step 2 of the
// paper), granule.c (what a thread does: step 1), resources.c (sizes: step 3).
#ifndef CURESTRUCT_TRANSFORM_PLAN_PLANNER_H
#define CURESTRUCT_TRANSFORM_PLAN_PLANNER_H

#include "transform/plan/plan.h"
#include "transform/tree.h"

// A schedule in the making: every step was tried on the tree, so what is in it is legal.
typedef struct Plan {
    Restructuring *state;
    Schedule *schedule;
    Stmt *tree;        // after the steps so far
    bool any;          // something runs concurrently
} Plan;

// Appends the step when it is legal; false (silently) when it is not.
bool plan_try(Plan *plan, Step step);
bool plan_tile(Plan *plan, const char *loop, int64_t size);
bool plan_stride(Plan *plan, const char *loop, int64_t count);
bool plan_bind(Plan *plan, const char *loop, Binding binding, int64_t limit);
bool plan_interchange(Plan *plan, const char *outer, const char *inner);

// ---- arrange.c

// Schedules everything below `stmt`, a part of plan->tree that runs on the host.
void arrange(Plan *plan, const Stmt *stmt);

// ---- resources.c

typedef struct BlockShape {
    int64_t x, y;
} BlockShape;
BlockShape shape_for(const Restructuring *state, int rank); // threads of a block over `rank` loops

#endif
