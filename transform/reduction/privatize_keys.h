// The steps that a reduction by key is made of.
#ifndef CURESTRUCT_TRANSFORM_REDUCTION_PRIVATIZE_KEYS_H
#define CURESTRUCT_TRANSFORM_REDUCTION_PRIVATIZE_KEYS_H

#include "transform/reduction/histogram_shared.h"
#include "transform/schedule/schedule.h"

// The steps that a histogram is made of: copies that suit the device, and their combination.
int reduce_default_steps(const Candidate *state, const Stmt *root, int reduction,
                         Step *steps); // at most MAX_LAYOUTS + 2; 0: refused

// By key: the steps that are missing.
Stmt *reduce_by_key(Candidate *state, Stmt *root, const Reduction *reduction);

// Whether `privatize` has made copies of its elements, and no `reduce` has followed.
bool reduction_has_copies(const Candidate *state, int reduction);
// Whether it has left something for a step of this kind: elements without copies, or copies that are not combined.
bool copies_await(const Candidate *state, const Stmt *root, int reduction, StepKind kind);

#endif
