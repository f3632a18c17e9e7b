// Distinct bytes of memory that a part of a grid touches.
//
// Accesses of one array whose addresses have the same terms are a group: they differ by constants, as the points of a
// stencil do. A window says how many values each variable takes; the footprint of the group in the window is the size
// of the union of all places, which follows from the strides: places of one stride that leave no gap become one
// interval, intervals at a longer distance are counted, and what overlaps is counted once.
#ifndef CURESTRUCT_ANALYSIS_FOOTPRINT_OF_WINDOW_H
#define CURESTRUCT_ANALYSIS_FOOTPRINT_OF_WINDOW_H

#include "analysis/model/cost/form.h"

typedef struct Interval {
    int64_t begin, end; // bytes
} Interval;

typedef struct AccessGroup {
    const Array *array;
    bool writes;
    Form form;                  // in bytes from the array's beginning; the constant is 0
    VECTOR(Interval) constants; // with the widths of the accesses
    // Of one warp of the grid: executed requests, the sectors that they touch, the lines beyond those that L1 finds at
    // a time, and the loops around them.
    double requests, sectors, lines;
    double units; // of 64 bytes, by which L2 answers; a line with sectors that are written in part takes more
    int nloops, loops[MAX_DEPTH * 2]; // variables, outermost first
} AccessGroup;

typedef struct Window {
    const int64_t *extent; // for each variable: how many values it takes; 1: one
    int64_t granule;       // bytes that are moved together
} Window;

// In bytes.
double group_footprint(const AccessGroup *group, const Window *window);

#endif
