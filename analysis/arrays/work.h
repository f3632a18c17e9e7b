// Sizes at which all loops have many iterations, as far as the assumptions so far allow.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_WORK_H
#define CURESTRUCT_ANALYSIS_ARRAYS_WORK_H

#include "analysis/analysis.h"

void work_find_room(Analysis *analysis);
// Whether some of them are in the context; true also if that is not known.
bool work_leaves_room(Analysis *analysis, __isl_keep isl_set *context);
// Whether the condition holds whenever every loop has some iterations, as far as the assumptions so far allow.
bool work_implies(Analysis *analysis, __isl_keep isl_set *condition);

#endif
