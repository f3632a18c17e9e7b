// Analysis of a nest that a step has made of another one.
#ifndef CURESTRUCT_ANALYSIS_ANALYZE_AS_H
#define CURESTRUCT_ANALYSIS_ANALYZE_AS_H

#include "analysis/facts.h"

// As analyze_nest. `same`: of a nest that accesses the same elements of each array that is in both, in other loops.
// The ranges of elements that its subscripts give are those of this nest, too: the launcher copies nothing else, though
// the subscripts and conditions of this nest may say less. NULL: there is none.
Facts *analyze_nest_as(Arena *arena, Diag *diag, Nest *nest, const Facts *same);

#endif
