// When a parallel loop does too much and is distributed.
#ifndef CURESTRUCT_TRANSFORM_PLAN_FISSION_POLICY_H
#define CURESTRUCT_TRANSFORM_PLAN_FISSION_POLICY_H

#include "transform/schedule/schedule.h"

// Of one iteration, what is too much for a thread: loads and stores.
enum { TOO_MUCH = 24 };

// Distributes a parallel nest that does too much, if its statements share no data: returns the candidate after the
// step, otherwise the same one.
const Candidate *plan_distribution(const Candidate *candidate);

#endif
