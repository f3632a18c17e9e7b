// Scans in one pass.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_SCAN_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_ARRANGE_SCAN_H

#include "transform/plan/planner.h"

// The step `look_back` for the last loop of a scan that was divided into parts of one iteration; false: the tree has no
// such loop. Each thread has 16 bytes of neighbours in a round.
bool look_back_step(const Candidate *state, const DividedScan *divided, Step *step);

// A warp takes each row of a scan that is inside of parallel loops; where rows lie side by side in memory, columns, a
// team of threads takes each of them. NULL: it is not, or a step is refused.
const Candidate *scan_in_rows(const Candidate *candidate, const DividedScan *divided);

// Makes a kernel of each such scan.
void arrange_scans(Plan *plan);

#endif
