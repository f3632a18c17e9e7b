// Recognizes statements of the form location = location op value.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_UPDATE_H
#define CURESTRUCT_ANALYSIS_DEPEND_UPDATE_H

#include "analysis/analysis.h"

void update_find(Analysis *analysis);

#endif
