// How a sum over several loops is divided among blocks.
#ifndef CURESTRUCT_TRANSFORM_PLAN_DIVISIONS_H
#define CURESTRUCT_TRANSFORM_PLAN_DIVISIONS_H

#include "transform/candidate.h"

// Loops of a sum, some of them as one: those whose subscripts need no quotients then.
typedef struct JoinedSum {
    const Candidate *source; // with these loops
    LoopId outermost;        // which of them has the parts
    int joined;              // how many of the first loops it is
} JoinedSum;

// `sums`: loops that add up, outermost first, each of which contains only the next one.
JoinedSum sum_joined(const Candidate *source, const LoopId *sums, int count);

// The source with the outermost loop divided into parts of `size` iterations (rfactor); NULL: it cannot be.
const Candidate *sum_divided(const JoinedSum *sum, int64_t size);

#endif
