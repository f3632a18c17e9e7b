// Dependences between the accesses of a nest.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_DEPEND_H
#define CURESTRUCT_ANALYSIS_DEPEND_DEPEND_H

#include "analysis/analysis.h"

// What a dependence is but for its accesses; many share one.
typedef struct DependenceShape {
    int nloops;
    bool may;
    LoopId loops[MAX_DEPTH];
    unsigned char direction[MAX_DEPTH];
    bool has_distance[MAX_DEPTH];
    int64_t distance[MAX_DEPTH];
} DependenceShape;

// Between two accesses, by index, of which the first runs before the second.
Dependence depend_of_shape(const Facts *facts, int source, int sink, const DependenceShape *shape);

bool depend_within_budget(Analysis *analysis); // false: refused
void depend_find(Analysis *analysis);          // refuses a nest with too many
const Dependence *depend_carried_by(const Analysis *analysis, const LoopNode *loop, const Dependence *after);
void depend_find_example(Analysis *analysis, const LoopNode *loop,
                         const Dependence *witness); // of a loop that carries it
bool depend_carries(const Dependence *dependence, LoopId loop);

bool depend_may_conflict(const Analysis *analysis, int first,
                         int second); // two accesses, by index: of one place, one of them a write
__isl_give isl_map *depend_conflict_pairs(Analysis *analysis, int first, int second,
                                          bool *may);                  // iterations in which they touch one element
bool depend_map_may_hold(Analysis *analysis, __isl_take isl_map *map); // it is not empty, as far as is known

// Whether in some of the pairs of iterations the first access runs before the second one; true also if that is not
// known.
bool depend_may_run_before(Analysis *analysis, int first, int second, __isl_take isl_map *pairs);

// A relation from iterations of the source to later, conflicting iterations of the sink; the loop that carries the
// dependence decides.
__isl_give isl_map *depend_instances(Analysis *analysis, const Dependence *dependence);
// Conflicting pairs of values of the iterators down to the loop's, which carries the dependence: the outer ones are
// equal.
__isl_give isl_map *depend_carried_conflicts(Analysis *analysis, const Dependence *dependence, const LoopNode *loop);

#endif
