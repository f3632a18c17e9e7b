// isl's coalesce with a check: the same set, or the same value, in fewer pieces.
#ifndef CURESTRUCT_ANALYSIS_SETS_COALESCE_H
#define CURESTRUCT_ANALYSIS_SETS_COALESCE_H

#include "analysis/analysis.h"

__isl_give isl_set *coalesce_set(__isl_take isl_set *set);
__isl_give isl_pw_aff *coalesce_aff(__isl_take isl_pw_aff *value,
                                    bool *exact); // not exact: isl would change it, it is as given
__isl_give isl_pw_multi_aff *coalesce_point(__isl_take isl_pw_multi_aff *point);

#endif
