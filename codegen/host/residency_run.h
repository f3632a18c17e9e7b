// Which statements of a block are a run: nests one after the other, and what the host does between them.
#ifndef CURESTRUCT_CODEGEN_RESIDENCY_RUN_H
#define CURESTRUCT_CODEGEN_RESIDENCY_RUN_H

#include "transform/lower/program.h"

// A statement of the block.
typedef struct RunPart {
    bool stops;             // it may do anything, or leaves the function
    bool device;            // nests run in it
    bool frees;             // memory
    bool is_fixed;          // no text can be put at its ends
    const Program *program; // (device) it is this nest; NULL: it is more than a nest
} RunPart;

// The next run, [*first, *last], from `from` on: two statements at least that run nests and may share an array. What
// frees memory right after them belongs to it: these values need not come back. false: there is none.
bool run_next(const RunPart *parts, int count, int from, int *first, int *last);

#endif
