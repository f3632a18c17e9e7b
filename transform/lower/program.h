// The result of the middle of the compiler: host code around kernels.
#ifndef CURESTRUCT_TRANSFORM_LOWER_PROGRAM_H
#define CURESTRUCT_TRANSFORM_LOWER_PROGRAM_H

#include "transform/transform.h"

// A host scalar that kernels write: a scratch array of one element. The launcher fills it from the host value before
// (copy_in) and copies it back afterwards.
typedef struct ScalarCell {
    const Symbol *symbol;
    const Array *cell;
    bool copy_in, copy_out;
} ScalarCell;

// One version of the nest, or of a part of a region. The launcher takes it if its condition holds and no earlier one is
// taken, of those of the same part. The last version is all of the nest, or what runs of parts of which none is taken.
typedef struct Version {
    const char *name;
    const char *of;                // the outermost loop of the part; NULL: it is of the whole nest
    Expr *condition;               // over SYM_PARAM symbols; NULL of the last one
    const char *words;             // the condition as the schedule has it, or NULL
    bool limited;                  // it is wrong where the condition does not hold: `limit`
    VECTOR(const Array *) scratch; // arrays of the program that this version alone needs
} Version;

typedef VECTOR(Version) Versions;

// What codegen gets: host code around kernels.
typedef struct Program {
    Nest *nest;
    const Facts *facts;
    const struct FactsInternal
        *scheduled; // of which analysis: that of `facts`, or of a source whose sums were reordered
    Stmt *host; // statements and BIND_HOST loops on the host; ST_KERNEL leaves, in whose bodies indices (declared from
                // IN_BLOCK_X and so on) and guards (ST_IF) replace the bound loops
    VECTOR(Array *) scratch; // SPACE_SCRATCH arrays with extents over host values, cells included
    VECTOR(ScalarCell) cells;
    bool reassociates;            // some floating-point reduction was reordered
    bool fuses;                   // some product and the sum that it is added to are rounded once
    bool fast;                    // the kernels compute with approximations, those in the set below
    unsigned approximations;      // bits 1 << Approximation (approximate.h)
    bool plain;                   // the kernels are for readers
    const char *schedule;         // the schedule that was applied, as text
    VECTOR(Assumption) limits;    // conditions that its kernels need, in addition to those of the facts
    VECTOR(FusionChoice) fusions; // as planned
    bool keeps;                   // its arrays may stay on the device after it
    Versions versions;            // in the order in which the launcher asks; empty if there is only one
} Program;

#endif
