// Scalars and arrays whose values never pass from one iteration to the next.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_PRIVATE_H
#define CURESTRUCT_ANALYSIS_DEPEND_PRIVATE_H

#include "analysis/analysis.h"

bool loop_stands_in(const LoopNode *inner, const LoopNode *outer); // or is it; outer NULL: the whole nest

// The last iteration of the loop is the last one of the nest to run, because each iteration of the outer loops runs it.
// `assume`: the launcher tests that.
bool runs_last(Analysis *analysis, const LoopNode *loop, bool assume);
const LoopNode *private_region(const Analysis *analysis,
                               const Access *access); // the loop that what it accesses is private to, or NULL
void private_find(Analysis *analysis);

// Whether each iteration of the loop (NULL: the nest) reads only elements that it has certainly written before.
bool private_covers_reads(Analysis *analysis, const Array *array, const LoopNode *loop);

#endif
