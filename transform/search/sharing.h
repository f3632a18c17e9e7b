// A sharing: how the iterations of a nest of loops are divided among blocks and threads, and what a thread shares. A
// few choices, from which its steps follow (sharing.c). sharing_choices.c proposes sharings from the facts of the nest.
#ifndef CURESTRUCT_TRANSFORM_SEARCH_SHARING_H
#define CURESTRUCT_TRANSFORM_SEARCH_SHARING_H

#include "transform/search/candidates.h"

typedef struct Sharing {
    const char *root; // the outermost loop of the nest, in the tree that has all that was arranged before
    Share x, y;       // of the loops whose iterations are threads of the first and the second direction; y.loop may be
                      // NULL. Forms that divide a loop
    bool outward;     // serial loops go outside of the iterations of a thread, so that these share what is loaded
    bool vectors;     // the iterations of a thread along x are elements of vectors
    const char *cut;  // a serial loop of which so many iterations share what is staged; NULL: none
    int64_t depth;
    uint64_t staged; // arrays in shared memory, by bits: numbers of Facts.arrays
} Sharing;

typedef struct Sharings {
    VECTOR(Sharing) items;
} Sharings;

// Divides and binds the loops of the sharing; other parallel loops around or inside become blocks where there is a
// direction left. Sums along x are reduced, results are held in registers, and the iterations of a thread are unrolled.
// NULL: some step is refused that the sharing asks for.
const Candidate *sharing_take(const Candidate *candidate, const Sharing *sharing);

// The sharing of the nest whose outermost loop has that name; NULL: none of them.
const Sharing *sharing_of(const Sharings *sharings, const char *root);

#endif
