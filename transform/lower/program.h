// The result of the middle of the compiler: host code around kernels.
#ifndef CURESTRUCT_TRANSFORM_LOWER_PROGRAM_H
#define CURESTRUCT_TRANSFORM_LOWER_PROGRAM_H

#include "transform/transform.h"

// A scalar of the host that kernels write: a scratch array of one element that the launcher fills from the host
// value before (copy_in) and copies back after.
typedef struct ScalarCell {
    const Symbol *symbol;
    const Array *cell;
    bool copy_in, copy_out;
} ScalarCell;

// One of the ways to run the nest, taken by the launcher where no earlier one is and the condition holds.
typedef struct Version {
    const char *name;
    Expr *condition;               // over SYM_PARAM symbols; NULL of the last one
    const char *words;             // the condition as the schedule has it, or NULL
    VECTOR(const Array *) scratch; // arrays of the program that this version alone needs
} Version;

// What codegen gets: host code around kernels.
typedef struct Program {
    Nest *nest;
    const Facts *facts;
    Stmt *host;              // statements and BIND_HOST loops on the host; ST_KERNEL leaves whose bodies have no bound
                             // loops any more: indices are declared from IN_BLOCK_X and so on, guards are ST_IF
    VECTOR(Array *) scratch; // SPACE_SCRATCH arrays with extents over host values, cells included
    VECTOR(ScalarCell) cells;
    bool reassociates;            // some floating-point reduction was reordered
    const char *schedule;         // the schedule that was applied, as text
    VECTOR(FusionChoice) fusions; // as planned
    VECTOR(Version) versions;     // in the order in which the launcher asks; empty where there is one way only
} Program;

#endif
