// Answers about pairs of accesses that the analysis of another source of the nest has found: a step on the source
// leaves most of its statements as they were, and the source is analysed anew after each.
//
// The answer follows from the domains and subscripts of both accesses and from the loops around both. Their text is the
// key, so nothing in it has to be the same object.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_KNOWN_PAIRS_H
#define CURESTRUCT_ANALYSIS_DEPEND_KNOWN_PAIRS_H

#include "analysis/analysis.h"
#include "analysis/depend/depend.h"

// What is known of dependences from one access of a pair to the other.
typedef struct Way {
    bool carried_known, text_known;
    const DependenceShape *carried[MAX_DEPTH], *text; // NULL: there is none
} Way;

typedef struct PairShape { // of all pairs of the same kinds (access_kinds.h)
    bool conflicts;
    Way ways[2]; // from the first to the second, and back
} PairShape;

// What the answer follows from. `forward` and `back`: the first access precedes the second one in the text, and the
// other way round.
typedef struct PairKey {
    int first, second; // the texts of the accesses
    int loops;         // the text of the common loops
    bool same, same_view, forward, back;
} PairKey;

KnownPairs *known_pairs_new(Arena *arena);

// Finds the texts of the nest's accesses, for known_pairs_key.
void known_pairs_begin(Analysis *analysis);

// loops: those around both accesses, outermost first. false: there is no key.
bool known_pairs_key(Analysis *analysis, int first, int second, const LoopNode *const *loops, int nloops, PairKey *key);

// With the loops of this source. NULL: it is not known. Its questions and the operations of isl count again, so that no
// answer depends on what was asked before.
PairShape *known_pair(Analysis *analysis, const PairKey *key, const LoopNode *const *loops, int nloops);

void known_pair_keep(Analysis *analysis, const PairKey *key, const PairShape *shape, int nloops, int questions,
                     long operations);

#endif
