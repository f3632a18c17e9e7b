// Sums over channels and a window for each of many results, as products.
#ifndef CURESTRUCT_TRANSFORM_PLAN_PREPARE_WINDOWED_SUM_H
#define CURESTRUCT_TRANSFORM_PLAN_PREPARE_WINDOWED_SUM_H

#include "transform/plan/preparation.h"

// `loop` is the outermost of two to four parallel loops around a long sum with windows inside (loops with few
// iterations that add to the same results): makes one loop of the sums, and one of the two innermost parallel ones if
// windows go along both. Only one operand then has subscripts with quotients, which `stage` takes element by element.
// Without windows there are four parallel loops, and no quotients are left. false: nothing was changed.
bool prepare_windowed_sum(Preparation *preparation, const Stmt *loop);

// The same of a nest whose windows may have any length; windows[0..*count): their loops. NULL: it has no such sum.
const Candidate *windows_joined(const Candidate *source, LoopId *windows, int *count);

#endif
