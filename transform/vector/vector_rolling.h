// Reuse windows whose elements are loaded iteration by iteration.
#ifndef CURESTRUCT_TRANSFORM_VECTOR_VECTOR_ROLLING_H
#define CURESTRUCT_TRANSFORM_VECTOR_VECTOR_ROLLING_H

#include "transform/vector/vector_window.h"

// Fills `before` and `each` of a window that needs many registers.
void window_roll(Arena *arena, ReuseWindow *window, const UnrolledLoops *unrolled, int64_t width);

#endif
