// The steps of a plan: each is tried on the working tree.
#ifndef CURESTRUCT_TRANSFORM_PLAN_PLAN_STEPS_H
#define CURESTRUCT_TRANSFORM_PLAN_PLAN_STEPS_H

#include "transform/plan/planner.h"

// Appends the step when it is legal; false (silently) when it is not.
bool plan_try(Plan *plan, Step step);
bool plan_tile(Plan *plan, const char *loop, int64_t size);
bool plan_cyclic(Plan *plan, const char *loop, int64_t count);
bool plan_bind(Plan *plan, const char *loop, Binding binding, int64_t limit);
bool plan_reduce(Plan *plan, int reduction);
ReduceStyle plan_style(const Restructuring *state); // as the reduce clause says
bool plan_stage(Plan *plan, const char *array, Space space, const char *at);
bool plan_unroll(Plan *plan, const char *loop);
bool plan_interchange(Plan *plan, const char *outer, const char *inner);

// Where a plan can return to when a sequence of steps fails half-way.
typedef struct PlanMark {
    Stmt *tree;
    int steps, symbols, arrays, next_loop;
    NumberSet relaxed;
    bool any;
} PlanMark;
bool plan_lowers(Plan *plan); // whether the tree can be lowered as it is
PlanMark plan_mark(const Plan *plan);
void plan_return(Plan *plan, PlanMark mark);

// Whether the loop holds neither loops nor calls: loads of several iterations can be on their way together.
bool runs_straight(const Plan *plan, const char *loop);

#endif
