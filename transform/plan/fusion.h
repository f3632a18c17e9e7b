// When neighbouring loops are fused.
#ifndef CURESTRUCT_TRANSFORM_PLAN_FUSION_H
#define CURESTRUCT_TRANSFORM_PLAN_FUSION_H

#include "transform/schedule/schedule.h"

// The candidate with neighbouring loops fused where that is useful; the decisions are in its fusions.
const Candidate *plan_fusions(const Candidate *candidate);

#endif
