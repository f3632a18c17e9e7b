// Step 3 of the paper: how many threads a block has and how many results it computes (its tile size), from a table of all
// combinations, each with what the paper's equations and the device's own rules say of it.
//
// Facts about a candidate are those of analysis/occupancy.h. This file adds the choice: the paper's criterion, and beside it
// an estimate for today's devices, whose blocks are limited by registers and latency more than by shared memory.
#ifndef CURESTRUCT_TRANSFORM_PLAN_RESOURCES_H
#define CURESTRUCT_TRANSFORM_PLAN_RESOURCES_H

#include "analysis/occupancy.h"

typedef struct ResourceQuery {
    const Device *device;
    int64_t results;          // of the nest, the paper's application space size; 0: not known when planning
    int element_size;         // bytes; positive
    int elements_per_result;  // equation (1.2): elements loaded to shared memory for one result; 0: shared memory is not used
    int shared_granule, shared_overhead, shared_per_sm; // as in PaperConfiguration, for the paper's model alone
    // For today's model.
    int64_t reuse_depth;      // > 0: results of a tile share their operands (a matrix product), and shared memory holds so many
                              // steps of the loop over operands; 0: every result loads its own
    int loads_per_result;     // elements of global memory that a result needs, 0: elements_per_result (at least 1)
    int base_registers;       // of a thread with one result; 0: 24. Further results take their accumulators and operands on top
} ResourceQuery;

// What today's model says of a candidate. All shares are in 0..1, and their product is the efficiency.
typedef struct ResourceEstimate {
    Occupancy occupancy;      // with the registers and shared memory below
    KernelResources resources;
    double balance;           // blocks per SM / the blocks of the busiest SM: 1 when every SM gets as many; 1 when not known
    double latency;           // what is in flight on an SM / what hides the latency of memory (or, with reuse, of arithmetic)
    double throughput;        // with reuse: arithmetic / the slowest of arithmetic, shared memory and global memory; else 1
    double efficiency;
} ResourceEstimate;

typedef struct ResourceRow {
    int threads;              // TPB, a multiple of the warp
    int64_t tile;             // TS, a power of two times TPB
    int64_t per_thread;       // results of a thread: tile / threads
    PaperOccupancy paper;
    int paper_rank;           // 1 is the best; 0: ruled out
    const char *paper_reason; // why it is ruled out, or what decides its rank, as a phrase
    ResourceEstimate today;
    int today_rank;           // 1 is the best; 0: cannot launch
    const char *today_reason;
} ResourceRow;

typedef struct ResourceTable {
    ResourceQuery query;
    ResourceRow *rows;        // every candidate, by threads and then tile, ascending
    int count;
    const ResourceRow *by_paper; // the row of rank 1, or NULL
    const ResourceRow *by_today;
} ResourceTable;

// Every multiple of a warp up to the device's threads per block, with 1, 2, 4 .. 64 results a thread.
//
// The paper's choice. Ruled out: what does not fit the device; what leaves a part of a tile over, where some other
// candidate does not (results known); AKBPSM or S-cycles below 1; S-cycles that are no integer. The others are ordered by
// S-cycles (most first), then AKBPSM (least first; the tile when results are not known), then threads (most first).
//
// Today's: ruled out is what cannot launch (threads, registers, shared memory of the device and the function); the others are
// ordered by efficiency, then the smaller tile, then fewer threads.
ResourceTable *resource_table(Arena *arena, const ResourceQuery *query);

// The row of those threads and that tile; NULL: none.
const ResourceRow *resource_row(const ResourceTable *table, int threads, int64_t tile);

#endif
