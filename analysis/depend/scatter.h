// Scatters whose targets the launcher compares.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_SCATTER_H
#define CURESTRUCT_ANALYSIS_DEPEND_SCATTER_H

#include "analysis/analysis.h"

// Lists the arrays of such scatters (Analysis.scatters), and drops the dependences between their iterations. If no
// inspector can follow one, footprint.c has the nest analysed again without it (Nest.ordered).
void scatter_find(Analysis *analysis);

#endif
