// What the call of a launcher reads and writes of the host's memory.
#ifndef CURESTRUCT_CODEGEN_RESIDENCY_NEST_H
#define CURESTRUCT_CODEGEN_RESIDENCY_NEST_H

#include "frontend/host_code.h"
#include "transform/lower/program.h"

typedef struct NestAccesses {
    bool reads_all;            // before: from anywhere
    bool is_unknown;           // after: to where it cannot be said
    VECTOR(HostAccess) reads;  // before
    VECTOR(HostAccess) writes; // after
} NestAccesses;

unsigned nest_values(const Program *program); // kinds of values in its arrays
// Those that may be in arrays with `values`.
NestAccesses nest_accesses(Arena *arena, const Program *program, unsigned values);

#endif
