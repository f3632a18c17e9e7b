// Index-set splitting: where a loop is cut, and which of its parts exist.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_INDEX_SET_SPLIT_H
#define CURESTRUCT_ANALYSIS_DEPEND_INDEX_SET_SPLIT_H

#include "analysis/facts.h"

// A value of the loop's iterator, over SYM_PARAM symbols and iterators of the outer loops. Every pair of iterations
// that keep the loop from being parallel has a part at this value or at another such value. NULL: there is none.
Expr *depend_split_point(const Facts *facts, LoopId loop);

// Which iterations of the loop may exist: before, at and after `point`, in the order in which they run.
typedef struct LoopParts {
    bool before, at, after;
    bool always; // wherever the loop is reached, the point is an iteration of it
} LoopParts;
LoopParts domain_parts(const Facts *facts, LoopId loop, const Expr *point);

#endif
