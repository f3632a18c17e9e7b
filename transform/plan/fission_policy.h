// When a parallel loop does too much and is distributed.
#ifndef CURESTRUCT_TRANSFORM_PLAN_FISSION_POLICY_H
#define CURESTRUCT_TRANSFORM_PLAN_FISSION_POLICY_H

#include "transform/schedule/schedule.h"

// Of one iteration, what is too much for a thread: loads and stores.
enum { TOO_MUCH = 24 };

// Takes a parallel nest apart that does too much, where its statements share nothing: the step is made; otherwise it is
// the same candidate.
const Candidate *plan_distribution(const Candidate *candidate);

#endif
