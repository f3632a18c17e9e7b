// Analysis of a nest that a step has made of another one.
#ifndef CURESTRUCT_ANALYSIS_ANALYZE_AS_H
#define CURESTRUCT_ANALYSIS_ANALYZE_AS_H

#include "analysis/facts.h"

// As analyze_nest. `same`: of a nest that accesses the same elements of each array that is in both, in other loops.
// What its subscripts say of them is taken where those of this nest do not tell. NULL: there is none.
Facts *analyze_nest_as(Arena *arena, Diag *diag, Nest *nest, const Facts *same);

#endif
