// What the files of the planner share: a plan in the making, and what it varies. Types only.
//
// The order of their work: plan.c (a schedule for the nest), prepare.c, fission_policy.c and fusion.c (the source),
// arrange/ (which loops go where: step 2 of the paper), arrange/granule.c (what a thread does: step 1), resources/
// (sizes: step 3). finish.h makes a program of a candidate, versions.h one of several.
#ifndef CURESTRUCT_TRANSFORM_PLAN_PLANNER_H
#define CURESTRUCT_TRANSFORM_PLAN_PLANNER_H

#include "transform/schedule/schedule.h"

// The tile of a block, and how it is computed, if many threads use the same operands (granule.c).
typedef struct TileShape {
    int64_t y, x;                 // results of a block
    int64_t depth;                // steps of the serial loop between two copies of operands
    int64_t results_y, results_x; // of a thread, multiples of 4
    int stages;                   // tiles of operands that are there or on their way
    int blocks;                   // on an SM at least; 0: as many as fit
    bool swizzles;                // threads of a warp lie in pairs (swizzle)
    bool tensor;                  // tensor cores add up products (tensor): warps have 4 threads along x, and 8 along y
} TileShape;

// Arrangements that can build a nest in more than one way, among which sizes decide at launch. To give another
// arrangement versions, add a kind here, its result and the choice in versions_planned.c, and in its file the other way
// if plan_varies.
typedef enum Versioned {
    VERSIONED_NONE,
    VERSIONED_TILES,      // of operands in shared memory (granule.c); otherwise: tiles of a given shape
    VERSIONED_ROWS,       // that lanes share (arrange_rows.c); otherwise: all threads of a block share one, or threads
                          // hold what they use of it
    VERSIONED_COLUMNS,    // of which threads have neighbouring ones as vectors, a warp along them (arrange_columns.c);
                          // otherwise: one by one, or few threads along them
    VERSIONED_STENCIL,    // in space, in vectors (arrange_neighbours.c); otherwise: element by element
    VERSIONED_TRANSPOSED, // in tiles that begin where sectors of the results do, in each row (arrange_transposed.c);
                          // otherwise: at multiples of their size
    VERSIONED_SCANS,      // of rows that lanes take together (arrange_scan.c); otherwise: the source as it was
    VERSIONED_PLANES,     // of which a block adds up one (arrange_planes.c); otherwise: several blocks do
    VERSIONED_FEW, // results of long loops, whose iterations threads share (arrange_few.c), where their number is
                   // known; otherwise: also where it is not
    VERSIONED_KINDS,
} Versioned;

// How many threads share a row of which each holds so many vectors from one loop to the next.
typedef struct RowShape {
    int64_t threads, vectors; // 0: a whole block; they hold nothing
    int64_t width;            // of a vector
    int64_t shared;           // of the vectors: in shared memory instead of registers
    int64_t blocks;           // of an SM at least; 0: no requirement
} RowShape;

RowShape row_in_registers(const RowShape *shape); // the same row with nothing in shared memory (arrange_rows.c)

// The differences of a version of the nest, or of a part of a region, from its arrangement's default.
typedef struct Variant {
    Versioned of; // VERSIONED_NONE: nothing
    RowShape row;
    const TileShape *shape; // of tiles; NULL: their own, the fastest first
    bool low;               // tiles of a transposition, which are not those of whole rows: half as high
    int64_t narrow;         // threads of a block along memory where a loop along it may be short; 0: the usual number
    bool single;            // no vectors of columns, or where `narrow` says so
    bool whole;             // a column of the source as it was read is added up by one thread
    int64_t part; // iterations of a part, where the sum, over tiles or along rows, is divided first (divisions.h); or 0
    bool alone;   // of few results: each has threads of its own, those of a block, or
    bool shared;  // those of several blocks; otherwise threads have a part of several results
    bool windows; // the windows of a sum are part of its loop first (prepare_windowed_sum.h)
    bool many;    // there are more results than threads: windows of any length serve several (arrange_windows.h)
    const Persistence *persists;     // where loops around kernels run (persistence.h); NULL: on the host
    const struct Sharings *sharings; // instead of arrangements, of some nests (transform/search/sharing.h); may be NULL
    bool at_large;    // it may run at the sizes at which candidates are compared: its kernels get registers for their
                      // loads (load_registers.h)
    const char *only; // the outermost loop of the only part that is arranged; NULL: all are
    const struct PartVariants *parts; // of single parts, instead of this one; may be NULL
} Variant;

enum { MOST_ROOTS = 8 };

// Variants of parts of a region, by the names of their outermost loops.
typedef struct PartVariants {
    const char *roots[MOST_ROOTS];
    Variant variants[MOST_ROOTS];
    int count;
} PartVariants;

// The results of the arrangements, for each kind the last nest that has it. Loops are known by their origins.
typedef struct Built {
    int nests[VERSIONED_KINDS]; // how many have it
    bool differ;                // of nests of columns, the numbers of rows, of columns, or the widths of vectors
    struct {
        const char *names[MOST_ROOTS]; // of the outermost loops that have kernels, before they were arranged
        int count;
    } roots;
    struct Built *parts; // what is built of each of these roots alone, MOST_ROOTS of them; NULL: nobody asks
    struct {
        LoopId y, x, batch;     // batch may be 0
        LoopId sums[MAX_DEPTH]; // the loops that add up, outermost first
        int nsums;
        TileShape shape;
    } tiles;
    struct {
        LoopId rows[MAX_DEPTH], inner; // the parallel loops, outermost first, and the first one that lanes share
        int count;
        int64_t filling;                // elements of a row that keep all threads of a block busy
        int reread;                     // arrays of which several inner loops use the same elements
        int64_t width;                  // of vectors of them; 0: there are none
        const struct ArrayFact *packed; // holds rows of lengths that are data, one after the other; or NULL
    } rows;
    struct {
        LoopId column; // the loop along memory
        LoopId rows;
        int64_t width; // of vectors
    } columns;
    struct {
        LoopId column; // along the rows of results
        LoopId row;    // across them, in a nest with another loop, whose tiles are so high; 0: there are only these two
        int64_t height; // iterations
        int64_t sector; // elements
    } transposed;
    struct {
        LoopId row;     // over the parts of a row, of one iteration each
        LoopId columns; // of rows that lie side by side in memory; 0: they do not
    } scans;
    struct {
        const Expr *pitch; // elements from a row of results to the next, NULL: not known
        int64_t width;
    } stencil;
    struct {
        LoopId plane, batch, rows; // the parallel loops (batch may be 0), and the one over rows of a plane
    } planes;
    int searches; // nests whose threads stop early, and do less than the model counts
} Built;

// Who looks on while a nest is planned.
typedef struct PlanObserver {
    StepObserver *step; // called with each step of the program that is planned; may be NULL
    void *context;
    const Candidate *seen;                // the steps up to this candidate are no longer shown; NULL: all are
    struct ResourceChoices *sizes;        // gets what sizes were chosen from; NULL: nobody asks
    const struct SearchResult **searched; // gets what the search has compared; NULL: nobody asks
} PlanObserver;

// A plan in the making: every step was tried, so the steps that made the candidate are legal.
typedef struct Plan {
    const Candidate *candidate; // so far; to go back, an earlier one is put here
    const Directive
        *directive; // about the current plan: the nest's directive, inside of a region that of the loop. NULL: none
    Diag *diag;     // what is refused for good is said here
    struct ResourceChoices *sizes; // gets what sizes were chosen from; NULL: nobody asks
    bool failed;                   // a clause was refused, and reported
    bool mapped;                   // the mapping clause was followed
    bool reads_bounds;             // inside of a loop of the host with bounds that are data
    unsigned tiles_used;           // bits: items of the tile clause that were
    Variant variant;               // what arrangements build otherwise
    Built built;                   // what they have built
} Plan;

static inline bool plan_varies(const Plan *plan, Versioned kind)
{
    return plan->variant.of == kind;
}

// Perfectly nested loops of the tree, outermost first.
typedef struct Band {
    const Loop *loops[MAX_DEPTH];
    int count;
} Band;

#endif
