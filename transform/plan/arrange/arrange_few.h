// Few results of a long loop.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_FEW_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_FEW_H

#include "transform/plan/planner.h"

// There are at most so many results, and each adds up so many terms, or a number that is not known.
enum { FEW_MOST_SUMS = 64, FEW_LONG_SUM = 4096 };

// Whether the results have rows of their own that the loop goes along: then threads share a row (arrange_rows.h).
// Results that have neighbouring elements, such as the products of a signal with itself some steps later, share one.
bool few_have_rows(const Facts *facts, LoopId line, const Loop *const *sums, int nsums);

// false: there are many results, or their number is not known and plan_varies does not say that there are few, or a
// step is refused; the plan is as before.
bool arrange_few(Plan *plan, const Band *band);

#endif
