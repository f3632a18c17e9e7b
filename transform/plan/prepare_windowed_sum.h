// Sums over channels and a window for each of many results, as products.
#ifndef CURESTRUCT_TRANSFORM_PLAN_PREPARE_WINDOWED_SUM_H
#define CURESTRUCT_TRANSFORM_PLAN_PREPARE_WINDOWED_SUM_H

#include "transform/plan/preparation.h"

// `loop` is the outermost of three or four parallel loops around a long sum with windows inside (loops with few
// iterations that add to the same results): makes one loop of the two innermost parallel ones, and one of the sums.
// Only one operand then has subscripts with quotients, which `stage` takes element by element. Without windows there
// are four parallel loops, and no quotients are left. false: nothing was changed.
bool prepare_windowed_sum(Preparation *preparation, const Stmt *loop);

#endif
