// What a warp of a kernel does, counted by going through the kernel's tree at given sizes.
//
// It is the average of a few warps, each of another block around the middle of the grid. Index arithmetic is computed
// (form.h), so which lanes run a statement and which bytes they touch is exact for these warps. Loops that are unrolled
// are gone through iteration by iteration; of others the first, a middle and the last iteration, with the number of
// iterations as weight. Data is not known: both sides of a branch on data count, and a loop whose bounds are data runs
// UNKNOWN_TRIPS times. As a compiler does, an element that the warp has loaded is not loaded again before something may
// change it.
#ifndef CURESTRUCT_ANALYSIS_COUNT_H
#define CURESTRUCT_ANALYSIS_COUNT_H

#include "analysis/model/cost/footprint.h"
#include "analysis/model/mapping.h"

// PRODUCTS_OF_LANE: of one instruction of tensor cores (IN_ADD_PRODUCTS), 16 x 8 x 4 products of a warp.
enum { WARP_SAMPLES = 4, UNKNOWN_TRIPS = 16, PRODUCTS_OF_LANE = 16 };

typedef VECTOR(AccessGroup) AccessGroups;

// Loads from global memory that a warp waits for together, and how often it does: how many of them are of each group.
// UNKNOWN_GROUP: whose addresses depend on data, or of any further group. LOCAL_GROUP: of the thread's own memory.
enum { LOCAL_GROUP = 62, UNKNOWN_GROUP = 63 };
typedef struct Batch {
    float loads[UNKNOWN_GROUP + 1];
    double times;
} Batch;

// Accesses whose addresses depend on data.
typedef struct Scattered {
    const Array *array;
    bool writes;
    double bytes;   // of the array; 0: not known
    double sectors; // that a warp asks for
} Scattered;

// Of one warp. Instructions are those of the warp, whatever lanes are active.
typedef struct WarpCounts {
    double fma;     // adds, multiplications and both at once in 32 bits and fewer, by the fp32 pipe
    double alu;     // integers, comparisons, conditions, addresses
    double index;   // of integers for addresses, conditions and bounds, by the integer pipe and the one of fp32
    double special; // square roots, exponentials, divisions
    double fp64, convert;
    double tensor64;          // products of doubles that a lane has of those that tensor cores add up
    double memory;            // loads, stores, shuffles and atomic operations
    double control;           // branches and barriers
    double shared_wavefronts; // 128 bytes of shared memory at a time, by banks
    double l1_wavefronts;     // lines of 128 bytes that requests to global memory touch
    double clocks;            // of its instructions if it is alone, without loads
    double rounds;            // batches of loads from global memory, each of which waits for the one before
    double slowest;           // rounds of the warp that has most, by the average
    double busy;              // the part of the warps that have work (busy.h)
    double barriers;
    double grid_barriers;            // those of them that wait for all blocks
    double tickets;                  // how often it tells all blocks that it has come there, to find the last one
    double last_rounds, last_clocks; // of the last block after that: rounds and clocks of a warp
    VECTOR(Batch) batches;           // of different groups
    int kept;                        // registers that a thread has to keep meanwhile, an estimate
    int held;                        // those of them that loops do not move with
    AccessGroup spilled;             // (count_spilled) requests: uses of them in loops
    int registers;                   // of a thread, an estimate
    AccessGroups groups;             // accesses to global memory whose addresses are known
    int64_t walked;                  // statements that were gone through to count this: the work of counting
    VECTOR(Scattered) scattered;     // accesses to global memory whose addresses are not
} WarpCounts;

typedef struct KernelShape {
    int64_t grid[3], block[3];
} KernelShape;

// `variables` is made for the kernel: blocks, threads and loops with their extents.
WarpCounts count_warp(Arena *arena, const Stmt *kernel, const KernelShape *shape, const MappingSizes *sizes,
                      Variables *variables);

// Of a thread that has only so many registers: what it has to keep beyond them is in its local memory.
void count_spilled(Arena *arena, WarpCounts *counts, const KernelShape *shape, int registers);

// A request of a warp for memory, or for shared memory.
typedef struct WarpRequest {
    const Expr *access;
    bool writes;
    uint32_t active;         // lanes
    int64_t lane[WARP_SIZE]; // where each begins, in bytes from the array's beginning
    int64_t width;           // bytes of a lane
    int sectors;             // of 32 bytes, if the array begins at a multiple of them; shared memory: wavefronts
} WarpRequest;

double count_instructions(const WarpCounts *counts); // of all pipes

// Goes through the kernel as count_warp does, for the first warp of the block in the middle, and shows each request.
void count_first_warp(Arena *arena, const Stmt *kernel, const KernelShape *shape, const MappingSizes *sizes,
                      void (*observe)(void *context, const WarpRequest *request), void *context);

// Wavefronts of shared memory: lanes of 8 and 16 bytes go by halves and quarters of the warp; two of these go together
// if they load half as many places: each lane loads what the next does, or the next but one. `words` (of 32 banks, or
// NULL): the most different words of each that have to wait for one another.
int count_wavefronts(uint32_t active, const int64_t *lane, int64_t width, bool writes, int *words);

// The value of an expression of the host, over parameters and iterators that `sizes` knows; false: it is not known.
bool count_evaluate(Arena *arena, const Expr *expr, const MappingSizes *sizes, int64_t *value);

#endif
