// Policy: which schedule for which nest. Plans write schedules; they move nothing.
#ifndef CURESTRUCT_TRANSFORM_PLAN_PLAN_H
#define CURESTRUCT_TRANSFORM_PLAN_PLAN_H

#include "transform/lower/program.h"
#include "transform/plan/planner.h"

// The whole middle of the compiler for one nest: change the source, privatize, plan (or the schedule by hand), apply,
// lower. `hand` is the schedule of --schedule or of a clause, or NULL. NULL: refused, reported. Where the source was
// changed, state->nest has another body and state->facts are other facts, to be released instead of those that were
// given.
Program *restructure(Restructuring *state, const Schedule *hand, StepObserver *after, void *context);

// A schedule for the nest (after privatize) on state->device, honouring the directive's clauses (mapping, tile, block,
// reduce); NULL with a refusal when nothing can run in parallel. *built: what arrangements have built.
Schedule *plan_schedule(Restructuring *state, const Stmt *root, const Variant *variant, Built *built);

#endif
