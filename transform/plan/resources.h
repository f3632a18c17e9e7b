// Step 3 of the paper: how many threads a block has and how many results it computes (its tile size), from a table of all
// combinations, each with what the paper's equations and the device's own rules say of it.
//
// Facts about a candidate are those of analysis/occupancy.h. This file adds the choice: the paper's criterion, and beside it
// an estimate for today's devices, whose blocks are limited by registers and latency more than by shared memory.
#ifndef CURESTRUCT_TRANSFORM_PLAN_RESOURCES_H
#define CURESTRUCT_TRANSFORM_PLAN_RESOURCES_H

#include "analysis/facts.h"
#include "analysis/occupancy.h"

typedef struct ResourceQuery {
    const Device *device;
    int64_t results;          // of the nest, the paper's application space size; 0: not known when planning
    int element_size;         // bytes; positive
    int elements_per_result;  // equation (1.2): elements loaded to shared memory for one result; 0: shared memory is not used
    int shared_granule, shared_overhead, shared_per_sm; // as in PaperConfiguration, for the paper's model alone
    // For today's model. Without reuse a result's operands go straight to registers, and shared memory is not used.
    int64_t reuse_depth;      // > 0: results of a square tile share their operands (a matrix product), and shared memory holds
                              // so many steps of the loop over them: elements_per_result * sqrt(tile) * reuse_depth elements
    int staged_elements;      // without reuse: elements of shared memory for one result (1 for a transposition)
    int loads_per_result;     // elements of global memory that a result needs, 0: elements_per_result (at least 1)
    int base_registers;       // of a thread with one result; 0: 20. Further results take their accumulators and operands on top
} ResourceQuery;

// What today's model says of a candidate: an estimate whose form is first-order and whose numbers were fitted to measurements on
// one device (docs/study/README.md), scaled to others by their data sheets. Its shares are in 0..1.
//
//   balance     blocks per SM / the blocks of the busiest SM; 1 when results are not known
// Without reuse a kernel is as fast as memory, unless its blocks are too small; efficiency = balance * min(latency, throughput):
//   latency     F / (F + bandwidth * 175 ns / SMs) * R / (R + 0.15): F bytes of loads in flight on an SM (resident threads *
//               elements that a thread loads, at most 16, * element size), R resident blocks, of which one drains at the end
//   throughput  the time in which memory moves a block's operands and results, at 3/4 of its bandwidth, / the 1.2 cycles in which
//               a device starts a block; at most 1
// With reuse arithmetic is to be kept busy; efficiency = balance * latency * throughput:
//   latency     W / (W + 28 for 128 SPs), W resident warps of an SM
//   throughput  for a step of the loop over operands, in cycles of an SM: A / (A + S + G + X), where A = tile / SPs of arithmetic,
//               S = 0.7 * warps * 2 sqrt(results a thread) * words of shared memory, G = 40 * 2 sqrt(tile) / SPs to copy operands
//               there, X = 14 * registers that a thread lacks * threads / SPs of spilling
typedef struct ResourceEstimate {
    KernelResources resources; // registers estimated, shared memory as above
    Occupancy occupancy;
    double balance, latency, throughput;
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
    int today_rank;           // 1 is the best; 0: ruled out
    const char *today_reason;
} ResourceRow;

typedef struct ResourceTable {
    ResourceQuery query;
    ResourceRow *rows;        // every candidate, by threads and then tile, ascending
    int count;
    const ResourceRow *by_paper; // the row of rank 1, or NULL
    const ResourceRow *by_today;
} ResourceTable;

// What the results that these loops move (at least one loop, outermost first) ask of the device; how many they are is not known.
ResourceQuery resource_query(const Facts *facts, const Device *device, const LoopId *loops, int count, int element_size);

// Every multiple of a warp up to the device's threads per block, with 1, 2, 4 .. 128 results a thread.
//
// The paper's choice. Ruled out: what does not fit the device; AKBPSM or S-cycles below 1; S-cycles that are no integer; what
// leaves a part of a tile over, where some other candidate does not (results known). The others are ordered by S-cycles (most
// first), then AKBPSM (least first; the larger tile when results are not known), then threads (most first).
//
// Today's: ruled out is what cannot launch (threads, registers of a thread and a block, shared memory that a block declares);
// the others are ordered by efficiency in hundredths, then the smaller tile, then more threads.
ResourceTable *resource_table(Arena *arena, const ResourceQuery *query);

// The row of those threads and that tile; NULL: none.
const ResourceRow *resource_row(const ResourceTable *table, int threads, int64_t tile);

#endif
