// Argmin and argmax: each thread keeps the best of its iterations.
#ifndef CURESTRUCT_TRANSFORM_REDUCTION_ARGMIN_H
#define CURESTRUCT_TRANSFORM_REDUCTION_ARGMIN_H

#include "transform/reduction/partials.h"

// The argmin in the loop body whose assignments are copies of the update's, without those to its own locals; false: the
// body does not contain it in that form.
bool choose_find(Candidate *state, const Stmt *body, const Reduction *reduction, Choice *choice);
Parts choose_parts(Candidate *state, const Reduction *reduction, const Choice *choice);

// `body` with the choice among the iterations of this thread. The partial result is held in its variables, or where
// `places` says.
typedef void ChoosePlaces(void *context, const Choice *choice, Expr **places);
Stmt *choose_accumulate(Candidate *state, const Parts *parts, Stmt *body, ChoosePlaces *places, void *context);

// The writes of the chosen iteration, if one beats the source's old value.
Stmt *choose_finish(Candidate *state, const Parts *parts, const Parts *values, const Choice *choice);

// NULL: the kept value can be compared after the loops; otherwise why not.
const char *choose_obstacle(const Choice *choice, const Stmt *region);

#endif
