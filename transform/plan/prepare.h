// Changes the source if that makes loops parallel.
#ifndef CURESTRUCT_TRANSFORM_PLAN_PREPARE_H
#define CURESTRUCT_TRANSFORM_PLAN_PREPARE_H

#include "transform/schedule/schedule.h"

// The candidate with its source changed where that makes loops parallel, otherwise itself.
const Candidate *plan_source(const Candidate *nest);
// The same with values that stand between loops moved into the inner loop, where that makes them perfectly nested.
const Candidate *plan_values(const Candidate *candidate);

#endif
