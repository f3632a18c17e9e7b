// Carrying out one step.
#ifndef CURESTRUCT_TRANSFORM_APPLY_H
#define CURESTRUCT_TRANSFORM_APPLY_H

#include "transform/schedule/schedule.h"

// One step of either kind, without a question about the order. *assumed (of `uncollapse`): the condition that the
// launcher has to test, or NULL.
Stmt *step_carry_out(Candidate *state, Stmt *root, const Step *step, Expr **assumed);

// Does a step that does not change the source: state->tree is then what it has made. false: refused, and said to
// state->diag.
bool tree_apply(Candidate *state, const Step *step);

#endif
