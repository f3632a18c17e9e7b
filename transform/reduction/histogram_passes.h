// Sums of floats by key in two passes over their loop.
#ifndef CURESTRUCT_TRANSFORM_REDUCTION_HISTOGRAM_PASSES_H
#define CURESTRUCT_TRANSFORM_REDUCTION_HISTOGRAM_PASSES_H

#include "transform/reduction/histogram.h"

// Sums of floats in fixed point, and the loop over the places, which is by_key_add_fixed. NULL: refused.
Stmt *by_key_in_fixed(ByKey *by_key, const Stmt *root, const KeyLayout *layout, const KeySums **sums);
Stmt *by_key_add_fixed(const KeySums *sums, Expr *key);

#endif
