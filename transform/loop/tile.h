// What others ask about the loops that strip-mining makes.
#ifndef CURESTRUCT_TRANSFORM_LOOP_TILE_H
#define CURESTRUCT_TRANSFORM_LOOP_TILE_H

#include "ir/ir.h"

// Whether the loop is, or is part of, what align made of a row: the body tests whether it is in the row.
bool loop_is_aligned(const Loop *loop);

#endif
