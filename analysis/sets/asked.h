// Questions about a value of a domain that the analysis has asked before: accesses of a statement often have equal
// subscripts, and several views of an array ask the same of them. An answer holds for one state of what is known of the
// parameters (Analysis.context).
#ifndef CURESTRUCT_ANALYSIS_ASKED_H
#define CURESTRUCT_ANALYSIS_ASKED_H

#include "analysis/analysis.h"

// NULL: that was not asked, or something else was known then.
const Asked *asked_before(const Analysis *analysis, const Asked *question);

// With its answer. Copies are kept of what the question is about.
void asked_now(Analysis *analysis, Asked answered);

#endif
