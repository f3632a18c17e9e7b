// What the assumptions of a nest say of its sizes.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_IMPLIED_H
#define CURESTRUCT_ANALYSIS_ARRAYS_IMPLIED_H

#include "analysis/facts.h"

// Whether a condition on parameters holds wherever the facts' assumptions on parameters do. false: also if that is not
// known. (assume.c)
bool facts_imply(const Facts *facts, const Expr *condition);

#endif
