// Policy: which schedule for which nest. Plans write schedules; they change no tree.
#ifndef CURESTRUCT_TRANSFORM_PLAN_PLAN_H
#define CURESTRUCT_TRANSFORM_PLAN_PLAN_H

#include "transform/lower/program.h"
#include "transform/plan/planner.h"

// The whole middle of the compiler for one nest: change the source, privatize, plan (or take the schedule by hand),
// lower. `hand` is the schedule of --schedule or of a clause, or NULL. `observer` may be NULL. NULL: refused, reported.
// The program's nest holds everything that was made for it. If the source was changed, the program's facts are not the
// nest's; they are released with them.
Program *restructure(const Candidate *nest, Diag *diag, const Schedule *hand, const PlanObserver *observer);

// Plans a candidate with a private tree on its device, honouring the directive's clauses (mapping, tile, block,
// reduce); NULL, reported, when nothing can run in parallel. *built: what arrangements have built.
const Candidate *plan_schedule(const Candidate *candidate, const Variant *variant, Built *built, Diag *diag,
                               struct ResourceChoices *sizes);

#endif
