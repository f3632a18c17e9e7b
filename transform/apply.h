// Carrying out one step.
#ifndef CURESTRUCT_TRANSFORM_APPLY_H
#define CURESTRUCT_TRANSFORM_APPLY_H

#include "transform/schedule/schedule.h"

// One step of either kind, without a question about the order. What it needs of the launcher's arguments is assumed:
// then state->facts are new ones.
Stmt *step_carry_out(Candidate *state, Stmt *root, const Step *step);

// The tree that the step has made of `before`, if its order is legal; NULL: it is not, and that is reported at the
// loop.
Stmt *step_judged(Candidate *state, const Stmt *before, Stmt *made, const Step *step);

// Does a step that does not change the source: state->tree is then what it has made. false: refused, and said to
// state->diag.
bool tree_apply(Candidate *state, const Step *step);

#endif
