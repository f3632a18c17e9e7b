// Index-set splitting at the ends of a loop whose iterations test how far they are from them.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_RANGES_INTERIOR_H
#define CURESTRUCT_TRANSFORM_SOURCE_RANGES_INTERIOR_H

#include "transform/transform.h"

// interior L         for i in 0..n { if (i - 1 >= 0) S; if (i + 2 < n) T }
//                ->  for i in 0..min(1, n) { if (i - 1 >= 0) S; if (i + 2 < n) T }
//                    for i in min(1, n)..max(min(1, n), n - 2) { S; T }
//                    for i in max(min(1, n), n - 2)..n { if (i - 1 >= 0) S; if (i + 2 < n) T }
//   The tests are comparisons of the iterator, plus or minus what does not change inside of the loop, that turn out
//   otherwise at a constant distance from one end of its range. The iterators of loops inside, between numbers or
//   parameters, may move that distance; a border is as long as they reach then. Numbers are read through scalars that
//   are computed in several steps, int y = i + u; if (y < 0) y = 0, and through helpers that only choose. Minima,
//   maxima, equalities and remainders by a parameter are known as tests are: (i + n - 1) % n is i - 1 if i is not 0.
//   Loops from i - 2 to i + 3 count from 0 to 5. The second loop keeps the name.
//   Requires: such a test, at most 64 iterations from an end, or as many as a window reaches; a loop that counts up one
//   by one in a signed type, whose range does not change inside, and that no 'break' or 'continue' leaves.
Stmt *interior(Candidate *state, Stmt *root, LoopId loop);

#endif
