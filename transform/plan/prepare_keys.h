// Sums by key, before they are scheduled.
#ifndef CURESTRUCT_TRANSFORM_PLAN_PREPARE_KEYS_H
#define CURESTRUCT_TRANSFORM_PLAN_PREPARE_KEYS_H

#include "transform/plan/preparation.h"

// The outermost loops along which an element stays the same update it once.
bool prepare_accumulated_keys(Preparation *preparation, const Stmt *stmt);

// A loop that carries them: each by itself, and two loops that may be one are one. false: nothing was changed.
bool prepare_keys(Preparation *preparation, const Stmt *loop);

#endif
