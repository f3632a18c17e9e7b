// Blocked algorithms: a loop that carries dependences runs in strips, and what is beyond a strip has loops of its own.
#ifndef CURESTRUCT_TRANSFORM_PLAN_HOST_STRIPS_H
#define CURESTRUCT_TRANSFORM_PLAN_HOST_STRIPS_H

#include "transform/schedule/schedule.h"

// The outermost sequential loops around parallel ones, in the order of the text. How many; others are left out.
int strips_loops(const Candidate *source, const char **names, int most);

// The source with that loop in strips of so many iterations (`strip_mine`), where statements beyond a strip do not wait
// for each iteration of it: they have loops of their own (`distribute`), of which parallel ones are outermost where
// dependences allow (`fuse`, `permute`). Names of loops before it stay. NULL: nothing is beyond its strips.
const Candidate *strips_of(const Candidate *source, const char *name, int64_t size);

#endif
