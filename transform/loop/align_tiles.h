// What others ask about the loops that align_tiles makes.
#ifndef CURESTRUCT_TRANSFORM_LOOP_ALIGN_TILES_H
#define CURESTRUCT_TRANSFORM_LOOP_ALIGN_TILES_H

#include "ir/ir.h"

// Whether the loop is, or is part of, what align_tiles made of a row: the body tests whether it is in the row.
bool loop_is_aligned(const Loop *loop);

#endif
