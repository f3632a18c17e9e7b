// When neighbouring loops are fused.
#ifndef CURESTRUCT_TRANSFORM_PLAN_FUSION_H
#define CURESTRUCT_TRANSFORM_PLAN_FUSION_H

#include "transform/schedule/schedule.h"

// Fuses neighbouring loops where that is worth it: the steps are appended, what was decided stands in state->fusions.
void plan_fusions(Restructuring *state, Schedule *schedule);

#endif
