// Relations of statements (order_exact.c) that earlier questions have found: the steps of a schedule leave most loops
// of a tree as they were, and each step is followed by the question whether the tree keeps the order of the source.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_KNOWN_RELATIONS_H
#define CURESTRUCT_ANALYSIS_DEPEND_KNOWN_RELATIONS_H

#include "analysis/analysis.h"
#include "analysis/depend/order.h"

// All that the relation follows from: the loops of the path, by what their iterators are and where they end, the loop
// of the source, and what is known of parameters.
const char *relation_key(Arena *arena, const Analysis *analysis, const Path *path, const LoopNode *innermost);

// A copy, or NULL: it is not known. The operations of isl that found it count again, for the nest and for the question
// at hand, so that no answer depends on what was asked before.
__isl_give isl_map *relation_known(Analysis *analysis, const char *key);

// `before`: query_operations before it was found. It is not kept if the allowance has ended meanwhile.
void relation_keep(Analysis *analysis, const char *key, __isl_keep isl_map *map, long before);

#endif
