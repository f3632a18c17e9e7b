// Minima, maxima and logical operators that stay exact.
//
// `if (e > m) m = e` depends on the order of the iterations in only two cases: zeros of both signs if the result is
// zero, and (m = m > e ? m : e, which takes a NaN) any NaN. Threads watch for these cases. If they occur, the thread
// that finishes the reduction runs the loop again in its own order. If that is impossible (elements of arrays, a loop
// that changes what it reads), analysis has made an argmin of it, or the reduction is refused. `x = x && e` makes 0 or
// 1 of the old value after it has run: threads watch whether it did. They also watch for an array element that no
// iteration may reach: it must not even be read.
#ifndef CURESTRUCT_TRANSFORM_REDUCTION_EXACT_MINMAX_H
#define CURESTRUCT_TRANSFORM_REDUCTION_EXACT_MINMAX_H

#include "transform/transform.h"

bool ordered_applies(const Reduction *reduction);  // whatever the place
bool ordered_has_ties(const Reduction *reduction); // zeros of both signs, or a NaN
bool ordered_decides(const Reduction *reduction);  // whether the first or the last one of equal values counts

// NULL: the reduction can be run again from the source's loop `from` on; otherwise why not.
const char *ordered_obstacle(const Candidate *state, const Reduction *reduction, LoopId from);
const Reduction *ordered_flags(void); // the reduction of what was seen: |, int

// `body` that notes in `seen` what each update meets; NULL: some update has a form that cannot be watched.
Stmt *ordered_watch(Candidate *state, const Reduction *reduction, Stmt *body, const Symbol *seen);
Stmt *ordered_note(Candidate *state, Expr *seen); // that an update of && or || has run

// place = place op value if `seen` shows no special case, otherwise the loops of the source.
Stmt *ordered_update(Candidate *state, const Reduction *reduction, Expr *place, Expr *value, const Symbol *seen,
                     LoopId from);

#endif
