// Expands vector loops in a kernel.
#ifndef CURESTRUCT_TRANSFORM_VECTOR_VECTOR_H
#define CURESTRUCT_TRANSFORM_VECTOR_VECTOR_H

#include "transform/transform.h"
#include "transform/tree/linear.h"

// The expansion of a vector loop, or of unrolled loops around nothing but one, inside of the loops `around` of a
// kernel, of which `bound` are bound. NULL: `stmt` is not such a loop, or it is the outermost of several that have
// nothing in common. Below, lanes are the elements of a vector, and turns are the iterations of the unrolled loops. If
// the lanes of the loop and of the threads around it make a row, and may run in any order, the row's vectors begin at
// its first aligned element, and the threads share the rest:
//
//   if (4*t < whole) { load groups; for lane [unroll] S with registers; store groups }
//   for k in t..end - whole step threads S with lane k < shift ? k : k + whole
//
// The first lanes of all tiles of a row but the first belong to the previous tile. The turns of a stencil share their
// windows if their rows begin alike; otherwise each has its own.
//
// Otherwise: if (all lanes run and all groups are aligned) { the same } else for lane S. For an unrolled outer loop
// whose turns are all whole, the groups that are only read are loaded all at once, before its first turn. One lane has
// windows alone:
//
//   if (all turns run) { load windows; for turns [unroll] S with registers } else for turns S
Stmt *lanes_expand(Candidate *state, const Varying *bound, const Varying *around, const Stmt *stmt);

#endif
