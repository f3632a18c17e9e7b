// The time that kernels are predicted to take, at given sizes, and what bounds it.
//
// Everything is counted on the lowered tree: the work of one warp (count.h) times the warps, and the distinct sectors
// that windows of blocks and iterations touch (footprint.h). How much of that misses a cache follows from the
// footprints: what is used again within a window whose footprint fits the cache is loaded once, and beyond such windows
// each further iteration, or block, misses what the footprint grows by. (X. Xiang and others, "HOTL: a higher order
// theory of locality", ASPLOS 2013: the miss ratio is the derivative of the footprint.)
//
//   time of a launch = throughput and latency together + the time between launches
//   throughput = the largest other share + OVERLAP * the second largest
//   together   = the HIDING-th root of the sum of their HIDING-th powers
//
// Shares (ns): bytes of DRAM and of L2 by their rates; wavefronts of L1 and shared memory, issued instructions and
// each pipe by their rates on the busiest multiprocessor; latency, which is the batches of loads that a warp waits for,
// and what its instructions wait for one another, once for each wave of resident blocks, and at least those of the
// slowest warp; the start of blocks. What the last block does after all others comes after that.
#ifndef CURESTRUCT_ANALYSIS_COST_H
#define CURESTRUCT_ANALYSIS_COST_H

#include "analysis/model/cost/count.h"
#include "analysis/model/cost/rates.h"
#include "analysis/model/occupancy.h"

typedef enum CostShare {
    COST_DRAM,
    COST_L2,
    COST_L1, // and shared memory
    COST_ISSUE,
    COST_FMA,
    COST_ALU,
    COST_SPECIAL, // and conversions
    COST_FP64,
    COST_TENSOR,
    COST_MEMORY, // loads and stores
    COST_LATENCY,
    COST_BLOCKS,
    COST_SHARES,
} CostShare;

const char *cost_share_name(CostShare share); // "DRAM"

typedef struct KernelCost {
    const Stmt *kernel;
    double launches;
    MappingSizes sizes; // and what the host has computed before the launch in the middle
    KernelShape shape;  // of that launch
    int64_t shared;     // bytes of a block
    WarpCounts counts;
    Occupancy occupancy;
    double read, written, l2;  // bytes of a launch: DRAM, DRAM, L2
    double waiting;            // ns that a warp waits for loads
    double crowded;            // the part of a launch's time that is spent in waiting for more loads than its registers
                               // may hold: as many blocks are to fit as a multiprocessor has threads for
    double share[COST_SHARES]; // ns of a launch
    CostShare bound;           // the largest
    double launch;             // ns from the beginning of a launch to that of the next
    double time;               // ns of all launches
    double in_block, in_grid; // ns of one launch's work as a part of a kernel that runs the loop around it (`persist`):
                              // by one block, by a grid that is resident; with the barrier after it
} KernelCost;

// Costs of kernels by all that they follow from, as text. Zero-initialize with an arena; for one device.
typedef struct KnownCost {
    const char *text;
    KernelCost cost;
} KnownCost;
typedef struct KnownCosts {
    Arena *arena;
    VECTOR(KnownCost) items;
} KnownCosts;

typedef struct HostLoopCost {
    const Stmt *loop;
    double entries; // how often it runs from its first iteration on
} HostLoopCost;

typedef struct ProgramCost {
    VECTOR(KernelCost) kernels; // those that run at these sizes
    VECTOR(HostLoopCost) loops; // of the host, that run at these sizes
    const char *unknown;        // a symbol whose value is missing, or NULL
    double time;                // ns of the device
    double host;                // ns that the host takes for the launches in its loops
    double least;               // ns: what the busiest pipe of fp32, fp64 or special functions takes, if all of the
                                // device's multiprocessors have the same part of the work
    int64_t walked;             // the work of counting (count.h)
} ProgramCost;

// `host`: a lowered tree. Values that `sizes` lacks make the cost unknown.
ProgramCost cost_of(Arena *arena, const Device *device, const Stmt *host, const MappingSizes *sizes);

// The same, for programs that have kernels in common: what `known` has is not counted again. A kernel that it had says
// nothing about its groups of accesses and batches of loads.
ProgramCost cost_beside(Arena *arena, const Device *device, const Stmt *host, const MappingSizes *sizes,
                        KnownCosts *known);

#endif
