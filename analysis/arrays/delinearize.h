// Finds the dimensions of flat arrays.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_DELINEARIZE_H
#define CURESTRUCT_ANALYSIS_ARRAYS_DELINEARIZE_H

#include "analysis/analysis.h"

void delinearize(Analysis *analysis);

#endif
