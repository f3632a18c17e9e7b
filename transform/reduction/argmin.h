// Argmin and argmax: each thread keeps the best of its iterations.
#ifndef CURESTRUCT_TRANSFORM_REDUCTION_ARGMIN_H
#define CURESTRUCT_TRANSFORM_REDUCTION_ARGMIN_H

#include "transform/reduction/partials.h"

// The choice in the loop body whose assignments are copies of the update's, without those to its own locals; false: it
// is not there in that form.
bool choose_find(Candidate *state, const Stmt *body, const Reduction *reduction, Choice *choice);
Parts choose_parts(Candidate *state, const Reduction *reduction, const Choice *choice);

// `body` choosing among the iterations of this thread. Its parts are held in their variables, or where `places` says.
typedef void ChoosePlaces(void *context, const Choice *choice, Expr **places);
Stmt *choose_accumulate(Candidate *state, const Parts *parts, Stmt *body, ChoosePlaces *places, void *context);

// What the chosen iteration writes, where there is one that beats what the source held before.
Stmt *choose_finish(Candidate *state, const Parts *parts, const Parts *values, const Choice *choice);

// NULL: what is kept can be compared behind the loops; else why not.
const char *choose_obstacle(const Choice *choice, const Stmt *region);

#endif
