// Histograms whose copies blocks of threads share: in shared memory, or in scratch memory for all blocks together.
#ifndef CURESTRUCT_TRANSFORM_REDUCTION_HISTOGRAM_SHARED_H
#define CURESTRUCT_TRANSFORM_REDUCTION_HISTOGRAM_SHARED_H

#include "transform/reduction/histogram.h"
#include "transform/reduction/histogram_fixed.h"

enum { MAX_LAYOUTS = 4, DEFAULT_COPIES = 1 << 13, DEFAULT_THREADS = 256, ATOMIC_THREADS = 512 };

bool by_key_counts_places(ByKey *by_key, const Stmt *root); // their number is known before the nest runs
// What suits the device and the number of places, the fewest places first.
int by_key_default_layouts(ByKey *by_key, const Stmt *root, KeyLayout *layouts);
// What one `privatize` says. false: refused.
bool by_key_given_layout(ByKey *by_key, const Stmt *root, const Step *step, KeyLayout *layout);

// The kernel of blocks whose threads share the copies in scratch memory that by_key->copies are. NULL: refused.
// layout->fixed: the pass that `terms` says; otherwise it is NULL.
Stmt *by_key_share_global(ByKey *by_key, const KeyLayout *layout, Expr *blocks, const FixedTerms *terms);
// The two kernels of sums in fixed point whose blocks have a copy in shared memory each, and join what they have found
// in `exponents` and `terms`. NULL: refused.
Stmt *by_key_share_fixed(ByKey *by_key, const KeyLayout *layout, const Array *exponents, const Array *terms,
                         Expr *blocks, Expr *bits);
Expr *by_key_blocks(ByKey *by_key, const KeyLayout *layout);      // as the host's code computes how many there are
Expr *by_key_ranges(ByKey *by_key, const KeyLayout *layout);      // how many there are, at least one
Expr *by_key_most_blocks(ByKey *by_key, const KeyLayout *layout); // of one range
// Whether the loads of an iteration are made in the previous one, which takes registers of each thread.
bool by_key_loads_ahead(const ByKey *by_key, const KeyLayout *layout);

// The loop with copies in shared memory, and by_key_add_up of what the blocks hold. NULL: refused.
Stmt *by_key_in_shared(ByKey *by_key, const Stmt *root, const KeyLayout *layout, const KeySums **sums);
Expr *by_key_exceeds(ByKey *by_key, int64_t most); // the number of places does

#endif
