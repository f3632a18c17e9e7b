// Versions for sizes at which a loop along memory is short. Most arrangements have threads of a block along one loop,
// as many as long rows need; where rows have a few elements, most of these threads have no work. Other blocks then have
// fewer threads along the rows, or the loops are one (`collapse`). Which of them is taken up to which size the model of
// cost says (analysis/model/cost).
#ifndef CURESTRUCT_TRANSFORM_PLAN_SHORT_LOOPS_H
#define CURESTRUCT_TRANSFORM_PLAN_SHORT_LOOPS_H

#include "transform/plan/finish.h"

// `program` itself, or one with versions in addition. `source`: what it was planned from.
Program *short_loops_by_plan(const Candidate *source, Program *program);

#endif
