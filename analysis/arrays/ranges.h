// Ranges of one array that are moved as one: from the first to the last element of all of them.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_RANGES_H
#define CURESTRUCT_ANALYSIS_ARRAYS_RANGES_H

#include "analysis/analysis.h"

typedef VECTOR(ArrayFact) Ranges; // first, last, touched

void ranges_add(Arena *arena, Ranges *ranges, const ArrayFact *more);
// Sets first, last and touched of the fact: where anything is touched. The text grows by a limit for each range.
void ranges_join(Arena *arena, const Ranges *ranges, ArrayFact *fact);

#endif
