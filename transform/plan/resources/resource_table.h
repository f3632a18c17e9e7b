// Step 3 of the paper: how many threads a block has and how many results it computes (its tile size), from a table of
// all combinations, each with what the paper's equations and the device's own rules say of it.
//
// Facts about a candidate are those of analysis/model/occupancy.h. This file adds the choice: the paper's criterion,
// and beside it an estimate for today's devices, whose blocks are limited by registers and latency more than by shared
// memory. The planner asks by plan_sizes (resources.h): an arrangement lists the sizes that it can build, and gets them
// in the order of their rank.
#ifndef CURESTRUCT_TRANSFORM_PLAN_RESOURCES_RESOURCE_TABLE_H
#define CURESTRUCT_TRANSFORM_PLAN_RESOURCES_RESOURCE_TABLE_H

#include "analysis/facts.h"
#include "analysis/model/occupancy.h"

// A size that an arrangement can build.
typedef struct ResourceSize {
    int threads;    // of a block
    int64_t tile;   // results of a block
    int registers;  // of a thread, 0: as the model estimates
    int64_t shared; // bytes of a block, -1: as the model estimates
} ResourceSize;

// The sizes that an arrangement can build; of sizes with one rank the first is taken.
typedef struct ResourceScheme {
    const char *name; // "16-byte vectors"
    const ResourceSize *sizes;
    int count;
    bool direct; // operands go straight to registers, even if results of a tile share them
    bool asks;   // the launch asks for shared memory, beyond what a kernel can declare
} ResourceScheme;

typedef struct ResourceQuery {
    const Device *device;
    const ResourceScheme *scheme; // NULL: any size can be built
    bool scheme_only;             // the table has no rows but the scheme's sizes
    int64_t results;              // of the nest, the paper's application space size; 0: not known when planning
    int element_size;             // bytes; positive
    int elements_per_result; // equation (1.2): elements loaded to shared memory for one result; 0: shared memory is not
                             // used
    int shared_granule, shared_overhead, shared_per_sm; // as in PaperConfiguration, for the paper's model alone
    // For today's model. Without reuse a result's operands go directly to registers, and shared memory is not used.
    int64_t
        reuse_depth; // > 0: results of a tile share their operands (a matrix product), and shared memory holds this
                     // many steps of the summation loop for three buffers: one is used, the others are filled meanwhile
    int staged_elements;  // without reuse: elements of shared memory for one result (1 for a transposition)
    int loads_per_result; // elements of global memory that a result needs, 0: elements_per_result (at least 1)
    int base_registers; // of a thread with one result; 0: 20. Further results need additional accumulators and operands
} ResourceQuery;

// What today's model says of a candidate: an estimate whose form is first-order and whose numbers were fitted to
// measurements on one device (docs/study/README.md), scaled to others by their data sheets. Its shares are in 0..1,
// efficiency is their product (without reuse the smaller one of latency and throughput, which overlap).
//
//   balance     blocks per SM / the blocks of the busiest SM; 1 when results are not known
// Without reuse a kernel is as fast as memory, unless its blocks are too small:
//   latency     1 - exp(-F / (bandwidth * t / SMs) * R / (R + d)): F bytes of loads in flight on an SM (resident
//   threads * what a
//               thread loads, at most 64 bytes), t = 200 ns, R resident blocks, of which d = 1.8 begin or end. Doubling
//               what a thread loads beyond 16 bytes costs 1 %: more rows of memory are open at a time. With a barrier
//               between loads and stores (a transposition) t = 257 ns, d = 1.33, and doubling costs 5 % beyond 8
//               results; rows of a tile that are shorter than a line of 128 bytes cost 4 % for each part that others
//               load, tiles that are no power of two 10 %
//   throughput  the time in which memory moves a block's operands and results, at 0.89 of its bandwidth, / the 1.17
//   cycles in which
//               a device starts a block; at most 1
// With reuse arithmetic is to be kept busy:
//   latency     W * r / (W * r + 14 for 128 SPs), W resident warps of an SM, r results of a thread, at most 16
//   throughput  for a step of the loop over operands, in cycles of an SM: A / (A + G + X + F), where A = tile / SPs of
//   arithmetic,
//               G = 4.9 * sides of the tile / SPs to copy operands to shared memory (3.8 times as much where a side is
//               no power of two), X = 14 * registers that a thread lacks * threads / SPs of spilling, F = 6.4 * threads
//               / SPs for the loop
typedef struct ResourceEstimate {
    KernelResources resources; // registers estimated, shared memory as above
    Occupancy occupancy;
    double balance, latency, throughput;
    double efficiency;
} ResourceEstimate;

// What rules a candidate out by the paper's criterion.
typedef enum PaperObstacle {
    PAPER_FITS,
    PAPER_SHARED_OF_BLOCK,
    PAPER_SHARED_OF_SM,
    PAPER_WARPS,
    PAPER_AKBPSM,
    PAPER_FEW_CYCLES,
    PAPER_PART_OF_CYCLE,
    PAPER_REST,
} PaperObstacle;

typedef struct ResourceRow {
    int threads;        // TPB, a multiple of the warp
    int64_t tile;       // TS, a power of two times TPB
    int64_t per_thread; // results of a thread: tile / threads
    int size;           // which one of the scheme's sizes it is; -1: none
    PaperOccupancy paper;
    PaperObstacle paper_obstacle;
    int paper_rank; // 1 is the best; 0: ruled out
    ResourceEstimate today;
    int hundredths; // of its efficiency, rounded: what ranks by it compares
    int today_rank; // 1 is the best; 0: ruled out
} ResourceRow;

typedef struct ResourceTable {
    ResourceQuery query;
    ResourceRow *rows; // every candidate, by threads and then tile, ascending
    int count, capacity;
    const ResourceRow *by_paper; // the row of rank 1, or NULL
    const ResourceRow *by_today; // the first by rank that the scheme can build, or NULL
} ResourceTable;

// How the planner came to a size.
typedef struct ResourceChoice {
    const ResourceTable *table;
    const ResourceRow *row;
    LoopId loops[MAX_DEPTH]; // of the results, in the source, outermost first
    int count;
    bool by_paper; // by the paper's criterion, otherwise by today's
} ResourceChoice;

// Of one nest, in the order in which they were made; some of the arrangements were given up again.
typedef struct ResourceChoices {
    VECTOR(ResourceChoice) items;
} ResourceChoices;

// Whether it is known which elements an operand's access means: its subscripts are affine, or quotients of iterators,
// which are staged as if they were the iterators themselves.
bool operand_is_known(const Access *access);
// Whether nothing in the loop over the results writes its array, an array of the nest's own included. Other loops may.
bool operand_is_unchanged(const Facts *facts, const Access *access, const Stmt *results);
// Whether it means the same element in all iterations of the loop.
bool operand_stays(const Facts *facts, const Access *access, LoopId loop);
// Whether the next iteration has the next element, but where a collapsed loop begins the next one of its outer loop.
bool operand_walks(const Facts *facts, const Access *access, LoopId loop);

// The requirements of the results that these loops move (at least one loop, outermost first); their number is not
// known.
ResourceQuery resource_query(const Facts *facts, const Device *device, const LoopId *loops, int count,
                             int element_size);

// Every multiple of a warp up to the device's threads per block, with 1, 2, 4 .. 128 results a thread, and further
// sizes of the scheme.
//
// The paper's choice. Ruled out: what does not fit the device; AKBPSM or S-cycles below 1; S-cycles that are no
// integer; what leaves a part of a tile over, where some other candidate does not (results known). The others are
// ordered by S-cycles (most first), then AKBPSM (least first; the larger tile when results are not known), then threads
// (most first).
//
// Today's: ruled out is what cannot launch (threads, registers of a thread and a block, shared memory that a block
// declares); the others are ordered by efficiency in hundredths, then as the scheme lists them, then the smaller tile,
// then more threads.
ResourceTable *resource_table(Arena *arena, const ResourceQuery *query);

// Why a row is ruled out, or what decides its rank, as a phrase.
const char *resource_reason_by_paper(Arena *arena, const ResourceTable *table, const ResourceRow *row);
const char *resource_reason_by_today(Arena *arena, const ResourceTable *table, const ResourceRow *row);

// Today's estimate for threads and tile; `size` NULL: none of a scheme (resource_model.c).
ResourceEstimate resource_estimate(const ResourceQuery *query, int threads, int64_t tile, const ResourceSize *size);

// The row of those threads and that tile; NULL: none.
const ResourceRow *resource_row(const ResourceTable *table, int threads, int64_t tile);
const ResourceRow *resource_row_of_size(const ResourceTable *table, int size); // of the scheme

#endif
