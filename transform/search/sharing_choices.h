// Sharings of a nest from its facts (sharing.h).
#ifndef CURESTRUCT_TRANSFORM_SEARCH_SHARING_CHOICES_H
#define CURESTRUCT_TRANSFORM_SEARCH_SHARING_CHOICES_H

#include "transform/search/sharing.h"

// Adds those that a search begins with: each parallel loop along x, with none or another one along y, one iteration for
// each thread; and each sum along x, in one block.
void sharing_begin(const Candidate *candidate, const char *root, Sharings *sharings);

// Adds those that differ in one choice.
void sharing_vary(const Candidate *candidate, const Sharing *sharing, Sharings *sharings);

// Whether the same loops are along x and y, and serial loops are in the same place.
bool sharing_is_alike(const Sharing *left, const Sharing *right);
bool sharing_equal(const Sharing *left, const Sharing *right);

#endif
