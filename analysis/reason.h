// Why a loop has its verdict, in words, and what a dependence is.
#ifndef CURESTRUCT_ANALYSIS_REASON_H
#define CURESTRUCT_ANALYSIS_REASON_H

#include "analysis/facts.h"

// A phrase without a full stop: the proof of a parallel loop, the places of a reduction, the witness of a sequential
// loop.
const char *verdict_reason(const Facts *facts, const LoopFact *loop);
const char *dependence_kind(const Dependence *dependence); // "flow", "anti", "output"
// The direction vector, with distances where they are constant: "(0, <, 1)".
const char *dependence_vector(const Facts *facts, const Dependence *dependence);

#endif
