// The steps of a plan: each is tried on the candidate so far.
#ifndef CURESTRUCT_TRANSFORM_PLAN_PLAN_STEPS_H
#define CURESTRUCT_TRANSFORM_PLAN_PLAN_STEPS_H

#include "transform/plan/planner.h"

// Takes the step when it is legal; false (silently) when it is not.
bool plan_try(Plan *plan, Step step);
// Whether something runs concurrently.
bool plan_is_concurrent(const Plan *plan);
bool plan_tile(Plan *plan, const char *loop, int64_t size);
bool plan_cyclic(Plan *plan, const char *loop, int64_t count);
bool plan_bind(Plan *plan, const char *loop, Binding binding, int64_t limit);
bool plan_reduce(Plan *plan, int reduction);
ReduceStyle plan_style(const Plan *plan); // as the reduce clause says
bool plan_stage(Plan *plan, const char *array, Space space, const char *at);
bool plan_unroll(Plan *plan, const char *loop);
bool plan_interchange(Plan *plan, const char *outer, const char *inner);

bool plan_lowers(const Plan *plan); // whether the candidate can be lowered as it is

// Whether the loop holds neither loops nor calls: loads of several iterations can be under way together.
bool runs_straight(const Plan *plan, const char *loop);

#endif
