// Scalars that the iterations of a loop only increase, by a known number at most: `count++`.
#ifndef CURESTRUCT_ANALYSIS_SETS_COUNTER_GROWTH_H
#define CURESTRUCT_ANALYSIS_SETS_COUNTER_GROWTH_H

#include "analysis/analysis.h"
#include "analysis/sets/known_values.h"

typedef struct GrowingScalar {
    const Expr *key;
    Interval head, after; // at the head of an iteration, and after the loop
} GrowingScalar;
typedef VECTOR(GrowingScalar) GrowingScalars;

// Those of which something is known before the loop and that its body only increases. `trips`: no fewer than its
// iterations, over parameters and of type I64; NULL: not known, and then the list is empty.
GrowingScalars counter_growth_of(Arena *arena, const Analysis *analysis, const KnownValues *before, const Stmt *body,
                                 Expr *trips);
// Adds their values at the head of an iteration, or after the loop, to a state.
void counter_growth_bind(Arena *arena, KnownValues *state, const GrowingScalars *growing, bool after);

#endif
