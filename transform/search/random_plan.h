// One complete candidate of a nest, drawn at random (--plan=random:SEED).
#ifndef CURESTRUCT_TRANSFORM_SEARCH_RANDOM_PLAN_H
#define CURESTRUCT_TRANSFORM_SEARCH_RANDOM_PLAN_H

#include "transform/search/candidates.h"

enum { RANDOM_TRIES = 16, RANDOM_OPERATIONS = 10000000 };

// The schedule of a legal complete candidate, the same for the same seed and nest, which is as it was read and by hand.
// Of RANDOM_TRIES candidates the first is taken that leaves no loop idle (candidate_idle_loops), otherwise the one that
// leaves the fewest. A nest whose analyses take RANDOM_OPERATIONS operations of integer sets gets fewer candidates.
// NULL: none of them has a concurrent loop, or clauses of the directives decide about the schedule.
const Schedule *random_schedule(const Candidate *nest, uint64_t seed);

#endif
