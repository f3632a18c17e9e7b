// When neighbouring loops are fused.
#ifndef CURESTRUCT_TRANSFORM_PLAN_FUSION_H
#define CURESTRUCT_TRANSFORM_PLAN_FUSION_H

#include "transform/schedule/schedule.h"

// The candidate with neighbouring loops fused where that is useful; the decisions are in its fusions.
const Candidate *plan_fusions(const Candidate *candidate);
// The same, but only those loops that go on where another one ends and do the same, and loops around such loops.
const Candidate *plan_joins(const Candidate *candidate);

#endif
