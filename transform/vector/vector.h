// Expands vector loops in a kernel.
#ifndef CURESTRUCT_TRANSFORM_VECTOR_VECTOR_H
#define CURESTRUCT_TRANSFORM_VECTOR_VECTOR_H

#include "transform/transform.h"
#include "transform/tree/linear.h"

// What stands for a vector loop, or for unrolled loops that hold nothing but one, inside of the loops `around` of a
// kernel, of which `bound` are bound; NULL: `stmt` is no such loop, or the outermost of several that have nothing in
// common. Where its lanes and those of the threads around make a row, and may run in any order, the row's vectors begin
// at its first aligned element, and the rest is shared out:
//
//   if (4*t < whole) { load groups; for lane [unroll] S with registers; store groups }
//   for k in t..end - whole step threads S with lane k < shift ? k : k + whole
//
// The first lanes of all tiles of a row but the first are those of the tile before. Turns around, of a stencil, share
// their windows where their rows begin alike; elsewhere each of them has its own.
//
// Elsewhere: if (all lanes run and all groups are aligned) { the same } else for lane S. Of an unrolled loop around it
// the groups that are only read are loaded all at once, before its first turn, where all its turns are whole. One lane
// has windows alone:
//
//   if (all turns run) { load windows; for turns [unroll] S with registers } else for turns S
Stmt *lanes_expand(Candidate *state, const Varying *bound, const Varying *around, const Stmt *stmt);

#endif
