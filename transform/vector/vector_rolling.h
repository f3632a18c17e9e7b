// Reuse windows whose elements are loaded iteration by iteration.
#ifndef CURESTRUCT_TRANSFORM_VECTOR_VECTOR_ROLLING_H
#define CURESTRUCT_TRANSFORM_VECTOR_VECTOR_ROLLING_H

#include "transform/vector/vector_window.h"

// Fills `before` and `each` of a window that needs many registers.
void window_roll(Arena *arena, ReuseWindow *window, const UnrolledLoops *unrolled, int64_t width);

enum { SLIDING_TURNS = 8 }; // iterations of a loop with a window that slides that are looked at

// Fills `before`, `each`, `kept` and `next` of a window that slides. false: iterations do not load alike, or what they
// load moves in more than one direction.
bool window_find_slide(Arena *arena, ReuseWindow *window, const UnrolledLoops *unrolled, int64_t width);

#endif
