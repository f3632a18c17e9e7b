// Accesses that differ in nothing but constants of their subscripts: b[i - 1] and b[i + 1] in one loop.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_ACCESS_KINDS_H
#define CURESTRUCT_ANALYSIS_DEPEND_ACCESS_KINDS_H

#include "analysis/analysis.h"

typedef struct AccessKinds AccessKinds;

AccessKinds *access_kinds_new(Arena *arena, const Analysis *analysis); // of all accesses
void access_kinds_release(AccessKinds *kinds);                         // what isl holds of them

// A place for whatever follows from the conflicts of the two accesses, at first NULL. Two pairs have the same one if
// the pairs of iterations in which they touch one element are the same: their accesses are of the same kinds, and the
// constants differ by as much in both. NULL: nothing was asked of such a pair yet, and `adds` is false.
void **access_kinds_slot(AccessKinds *kinds, int first, int second, bool adds);

#endif
