// Wavefronts: two loops, neither of which is parallel, become a loop over diagonals around a parallel one.
#ifndef CURESTRUCT_TRANSFORM_SEARCH_WAVEFRONT_H
#define CURESTRUCT_TRANSFORM_SEARCH_WAVEFRONT_H

#include "transform/plan/finish.h"

// Whether two loops depend on each other like that; if so, `wavefront` is worth a try.
bool wavefront_is_possible(const Candidate *nest);

// for i for j A[i][j] = f(A[i-1][j], A[i][j-1])  ->  for d for i in parallel, with j = d - i
//
// The program in which the threads of a kernel, or its warps where an element needs a reduction, go along a diagonal,
// and the host from one to the next; or in which blocks have the tiles on a diagonal of tiles, and threads go from one
// diagonal of their tile to the next. NULL, without a word: no loop may be skewed so, or `own`, what the planner makes
// of the nest otherwise, is not predicted to be much slower. `own` may be NULL; in a nest without a parallel loop it is
// not asked.
Program *wavefront(const Candidate *nest, const Program *own, const Candidate **source, const PlanObserver *observer);

#endif
