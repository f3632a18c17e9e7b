// Changes the source where that makes loops parallel.
#ifndef CURESTRUCT_TRANSFORM_PLAN_PREPARE_H
#define CURESTRUCT_TRANSFORM_PLAN_PREPARE_H

#include "transform/schedule/schedule.h"

// Changes the source where that makes loops parallel: the steps that it made (source.h), none where it is fine as it
// is.
Schedule *plan_source(Restructuring *state);

#endif
