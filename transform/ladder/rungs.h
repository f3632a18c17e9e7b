// The texts of the rungs: names, ideas, and schedules with names left open.
#ifndef CURESTRUCT_TRANSFORM_LADDER_RUNGS_H
#define CURESTRUCT_TRANSFORM_LADDER_RUNGS_H

#include "ir/base.h"

// The names in the nest that a form of a schedule leaves open, by the letter that stands for each after a '$'.
typedef struct RungNames {
    const char *outer;  // $i  the last but one of the parallel loops
    const char *inner;  // $j  the last of the parallel loops
    const char *along;  // $k  the last of all loops
    const char *place;  // $x  of a reduction by key
    const char *array;  // $a  the array that is read across
    const char *writes; // $w  the loop along which the nest writes, where it reads across
    const char *reads;  // $r  the other one of these two loops
    const char *order;  // $o  "interchange i j; " where the nest writes along the outer one of these, or ""
    const char *total;  // $t  of a scan: what the values of a part are combined to
    const char *stages; // $s  "; stage A shared at k.tile" for each array that threads share, or ""
} RungNames;

typedef struct RungForm {
    const char *name, *idea, *steps;
    const char *style; // of the `reduce` steps that follow, one for each reduction; NULL: there are none
} RungForm;

typedef struct RungForms {
    const char *kind;
    const RungForm *forms;
    int count;
} RungForms;

extern const RungForms reduction_rungs;  // one loop that carries reductions
extern const RungForms row_rungs;        // such a loop in a parallel one
extern const RungForms column_rungs;     // the same, where the parallel one moves to neighbours in memory
extern const RungForms product_rungs;    // such a loop in two parallel ones
extern const RungForms histogram_rungs;  // one loop that carries reductions by key
extern const RungForms scan_rungs;       // one loop that carries a running value
extern const RungForms recurrence_rungs; // the same, of several values or a recurrence
extern const RungForms line_rungs;       // one parallel loop
extern const RungForms plane_rungs;      // two parallel loops
extern const RungForms stencil_rungs;    // such loops that read neighbours of what other iterations read
extern const RungForms transpose_rungs;  // two parallel loops that read across what they write along

// Groups of the planner's steps: the form at index i has groups 0 to i. `steps` is NULL.
enum { PLANNED_LEVELS = 5 };
extern const RungForm planned_rungs[PLANNED_LEVELS];
extern const char planned_idea[];

const char *rung_steps(Arena *arena, const RungForm *form, const RungNames *names);

#endif
