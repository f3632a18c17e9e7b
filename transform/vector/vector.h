// Expands vector loops in a kernel.
#ifndef CURESTRUCT_TRANSFORM_VECTOR_VECTOR_H
#define CURESTRUCT_TRANSFORM_VECTOR_VECTOR_H

#include "transform/transform.h"
#include "transform/tree/linear.h"

// The loops of a kernel around a statement, outermost first.
typedef struct LoopsAround {
    const Varying *bound;  // to blocks and threads, as the tree has them
    const Varying *inside; // the others, as the tree has them
    const Varying *ranges; // all, with the actual ranges of their indices
    const Stmt *kernel;    // the tree of the whole kernel
} LoopsAround;

// The expansion of a vector loop, or of unrolled loops around nothing but one, in a kernel. NULL: `stmt` is not such a
// loop, or it is the outermost of several that have nothing in common. Below, an element is one of a vector, which is
// one iteration of the vector loop, and iterations are those of the unrolled loops. If the elements of the loop and of
// the threads around it make a row, may run in any order, and all threads have the same rows, the row's vectors begin
// at its first aligned element, and the threads share the rest:
//
//   if (4*t < whole) { load groups; for e [unroll] S with registers; store groups }
//   for k in t..end - whole step threads S with element k < shift ? k : k + whole
//
// The first elements of all tiles of a row but the first belong to the previous tile. The iterations of a stencil share
// their windows if their rows begin alike; otherwise each has its own.
//
// If threads hold the elements of unrolled iterations for later loops, each iteration stays with its thread:
//
//   if (iterations have whole vectors, aligned) for iterations { if (it runs) S with registers } else for iterations S
//
// Otherwise: if (all elements run and all groups are aligned) { the same } else for e S. For an unrolled outer loop
// whose iterations are all whole, the groups that are only read are loaded all at once, before its first iteration. A
// loop of one element has windows alone:
//
//   if (all iterations run) { load windows; for iterations [unroll] S with registers } else for iterations S
//
// A stencil's row may end with vectors, of which the elements in the row are stored (vector_ends.c):
//
//   if (all that vectors load exists) { if (begin - 3 <= k = shift + 4*t < end) .. store those in begin..end }
//   else the same as above
Stmt *vector_expand(Candidate *state, const LoopsAround *around, const Stmt *stmt);

// The loop over threads of which all, up to its limit, have to take part, so that the row may end with vectors. NULL:
// it may not.
const Loop *vector_covering(Candidate *state, const LoopsAround *around, const Stmt *stmt);

#endif
