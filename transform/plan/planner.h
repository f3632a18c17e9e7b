// What the files of the planner share, in the order of their work: plan.c (a schedule for the nest), prepare.c,
// fission_policy.c and fusion.c (the source), arrange*.c (which loops go where: step 2 of the paper), granule.c (what a
// thread does: step 1), resources.c (sizes: step 3). Ways from a nest to a program, of which the plan is one part, are
// in candidate.h, several of them for one nest in versions.h.
#ifndef CURESTRUCT_TRANSFORM_PLAN_PLANNER_H
#define CURESTRUCT_TRANSFORM_PLAN_PLANNER_H

#include "transform/plan/plan.h"
#include "transform/plan/resources/resources.h"
#include "transform/tree/tree.h"

// The tile of a block, and how it is computed, where operands are used by many threads (granule.c).
typedef struct TileShape {
    int64_t y, x;                 // results of a block
    int64_t depth;                // steps of the serial loop between two copies of operands
    int64_t results_y, results_x; // of a thread, multiples of 4
    int stages;                   // tiles of operands that are there or on their way
    int blocks;                   // on an SM at least; 0: as many as fit
    bool weaves;                  // threads of a warp lie in pairs (weave)
} TileShape;

// ---- what a nest has versions of (versions.h)

// Arrangements that know more than one way to build a nest, of which sizes decide at launch which is faster. To give
// another one versions: a kind here; what it built, and the choice by that in versions_planned.c; and in its file the
// other way where plan_varies.
typedef enum Versioned {
    VERSIONED_NONE,
    VERSIONED_TILES,   // of operands in shared memory (granule.c); otherwise: tiles of a given shape
    VERSIONED_ROWS,    // that lanes share (arrange_rows.c); otherwise: all threads of a block share one
    VERSIONED_COLUMNS, // of which threads have neighbouring ones as vectors (arrange_columns.c); otherwise: one by one
    VERSIONED_STENCIL, // in space, in vectors (arrange_stencil.c); otherwise: element by element
    VERSIONED_KINDS,
} Versioned;

// What a version of the nest has otherwise than its arrangement has by itself.
typedef struct Variant {
    Versioned of;           // VERSIONED_NONE: nothing
    const TileShape *shape; // of tiles; NULL: their own, the fastest first
    bool divided;           // the sum, over tiles or along rows, is divided first (a step on the source)
} Variant;

// What was built, for each kind of the last nest that has it. Loops are known by their origins.
typedef struct Built {
    int nests[VERSIONED_KINDS]; // how many have it
    struct {
        LoopId y, x, batch, serial; // batch may be 0
        TileShape shape;
    } tiles;
    struct {
        LoopId rows[MAX_DEPTH], inner; // the parallel loops, outermost first, and the first one that lanes share
        int count;
        int64_t filling; // elements of a row that keep all threads of a block busy
    } rows;
    struct {
        LoopId column; // the loop along memory
        int64_t lanes;
    } columns;
    struct {
        const Expr *pitch; // elements from a row of results to the next, NULL: not known
        int64_t lanes;
    } stencil;
} Built;

// A schedule in the making: every step was tried on the tree, so what is in it is legal.
typedef struct Plan {
    Restructuring *state;
    Schedule *schedule;
    Stmt *tree;          // after the steps so far
    bool any;            // something runs concurrently
    bool failed;         // a clause was refused, and reported
    bool mapped;         // the mapping clause was followed
    unsigned tiles_used; // bits: items of the tile clause that were
    Variant variant;     // what arrangements build otherwise
    Built built;         // what they have built
} Plan;

static inline bool plan_varies(const Plan *plan, Versioned kind)
{
    return plan->variant.of == kind;
}

// ---- plan_steps.c

// Appends the step when it is legal; false (silently) when it is not.
bool plan_try(Plan *plan, Step step);
bool plan_tile(Plan *plan, const char *loop, int64_t size);
bool plan_cyclic(Plan *plan, const char *loop, int64_t count);
bool plan_bind(Plan *plan, const char *loop, Binding binding, int64_t limit);
bool plan_reduce(Plan *plan, int reduction);
ReduceStyle plan_style(const Restructuring *state); // as the reduce clause says
bool plan_stage(Plan *plan, const char *array, Space space, const char *at);
bool plan_unroll(Plan *plan, const char *loop);
bool plan_interchange(Plan *plan, const char *outer, const char *inner);

// Where a plan can return to when a sequence of steps fails half-way.
typedef struct PlanMark {
    Stmt *tree;
    int steps, symbols, arrays, next_loop;
    uint64_t relaxed;
    bool any;
} PlanMark;
bool plan_lowers(Plan *plan); // whether the tree can be lowered as it is
PlanMark plan_mark(const Plan *plan);
void plan_return(Plan *plan, PlanMark mark);

// Whether the loop holds neither loops nor calls: loads of several iterations can be on their way together.
bool runs_straight(const Plan *plan, const char *loop);

// ---- plan.c

// A schedule for the nest (after privatize) on state->device, honouring the directive's clauses (mapping, tile, block,
// reduce); NULL with a refusal when nothing can run in parallel. *built: what arrangements have built.
Schedule *plan_schedule(Restructuring *state, const Stmt *root, const Variant *variant, Built *built);

// ---- prepare.c

// Changes the source where that makes loops parallel: the steps that it made (source.h), none where it is fine as it
// is.
Schedule *plan_source(Restructuring *state);

// ---- fission_policy.c

// Of one iteration, what is too much for a thread: loads and stores.
enum { TOO_MUCH = 24 };

// Takes a parallel nest apart that does too much, where its statements share nothing: the step is appended.
void plan_distribution(Restructuring *state, Schedule *schedule);

// ---- fusion.c

// Fuses neighbouring loops where that is worth it: the steps are appended, what was decided stands in state->fusions.
void plan_fusions(Restructuring *state, Schedule *schedule);

// ---- arrange.c

// Schedules everything below `stmt`, a part of plan->tree that runs on the host.
void arrange(Plan *plan, const Stmt *stmt);

// Perfectly nested loops of the tree, outermost first.
typedef struct Band {
    const Loop *loops[MAX_DEPTH];
    int count;
} Band;

LoopVerdict verdict_of(const Plan *plan, const Loop *loop);
const char *part_of_loop(const char *loop, const char *part); // "i", "tile": "i.tile"

// Results of the statements in the loop called `at` are held in registers, where they can be.
void stage_results(Plan *plan, const char *at);

// ---- clauses.c

typedef enum ClauseOutcome { CLAUSE_ABSENT, CLAUSE_HONOURED, CLAUSE_REFUSED } ClauseOutcome;
// Arranges the parallel loops (outermost first) as mapping(..) says: the last two are rows and columns
// (analysis/model/mapping.h).
ClauseOutcome arrange_by_mapping(Plan *plan, const Loop *const *loops, int count);
// Takes the steps of the schedule(..) of a loop inside of a region.
ClauseOutcome arrange_by_schedule(Plan *plan);
// The size that tile(..) gives for the loop, the position-th of its band from the outermost; 0: none.
int64_t clause_tile(Plan *plan, const Loop *loop, int position);
bool has_tile_clause(const Plan *plan);
bool has_mapping_clause(const Plan *plan);
// Whether a block of so many threads along x, y, z is what block(..) says; true where it says nothing.
bool block_clause_allows(const Plan *plan, int64_t x, int64_t y, int64_t z);
// Refuses mapping, tile and block clauses that the arrangement of `nest` (in the tree before it) did not follow, with
// the reason.
void refuse_ignored_clauses(Plan *plan, const Stmt *nest);

// ---- granule.c

// y outside of x, both parallel, around a serial loop whose operands many threads use: shared tiles, several results a
// thread. `batch`, outside of both, may be NULL; another one may be all that x holds. false: no such reuse, or not
// legal; the plan is as before.
bool arrange_reuse(Plan *plan, const Stmt *root, const Loop *y, const Loop *x, const Loop *batch);

// Whether there is such reuse in a serial loop inside of the innermost parallel loop, wherever y and x stand around it.
bool has_reuse(const Plan *plan, const Stmt *innermost, const Loop *y, const Loop *x);

// The same with one number for all: a block has threads_y * threads_x threads, each results_y * results_x results that
// lie so many threads apart, and tiles of the operands are `depth` deep.
typedef struct PlainTile {
    int64_t threads_y, threads_x, results_y, results_x, depth;
} PlainTile;
bool arrange_plain_tile(Plan *plan, const Stmt *root, const Loop *y, const Loop *x, const Loop *batch,
                        const PlainTile *tile);

// The same by that shape. false: no such reuse, or it does not fit the device or is not legal; the plan is as before.
bool reuse_with_shape(Plan *plan, const Stmt *root, const Loop *y, const Loop *x, const Loop *batch,
                      const TileShape *shape);

// ---- tile_shapes.c

enum { TILE_SHAPES = 5 };

// What a step of the serial loop needs in shared memory: bytes for each result along y and along x, and for the ends of
// rows; and how many sums it adds to for a result.
typedef struct TileBytes {
    int64_t y, x, pads;
    int sums;
} TileBytes;

typedef struct RankedShape {
    const TileShape *shape;
    const ResourceRow *row;
} RankedShape;

const TileShape *largest_tile(void);
// Whether a thread's results fit into its registers on the device, and the threads into a block.
bool shape_fits(const Plan *plan, const TileShape *shape, int sums);
// Those that fit and launch on the device for results of these loops, the best first; room for TILE_SHAPES.
const ResourceTable *shapes_by_rank(Plan *plan, const Loop *const *loops, int count, const TileBytes *bytes,
                                    RankedShape *order, int *ordered);

bool holds_statement(const Stmt *root, int id); // the statement of the source with that id; true when it has none

// ---- arrange_transposed.c

// Two parallel loops, `inner` directly inside of `outer`, one of them `x`, along which the results lie: operands that
// lie along the other one go through shared memory. `batch`, outside of both, may be NULL. false: there are none, or it
// is not legal; the plan is as before.
bool arrange_transposed(Plan *plan, const Stmt *root, const Loop *outer, const Loop *inner, const Loop *x,
                        const Loop *batch);

// The same with so many threads, in rows of a warp, and results of a block.
bool arrange_transposed_by(Plan *plan, const Stmt *root, const Loop *outer, const Loop *inner, const Loop *x,
                           const Loop *batch, const ResourceSize *size);

// ---- arrange_paper.c

// The parallel loops (outermost first, with the dimension that each has) with threads and tile size by the paper's
// criterion: results along memory, operands that are shared or lie across through shared memory. false: no size will
// do, or it is not legal; the plan is as before.
bool arrange_by_paper(Plan *plan, const Stmt *root, const Loop *const *loops, int count, const int *dimension);

// ---- arrange_vectors.c

// How many neighbouring iterations of the loop make 16 bytes of the widest array below `root`; 0: it does not walk
// along memory there.
int64_t lanes_for(const Plan *plan, const Stmt *root, const Loop *loop);
// Splits the loop into groups of `lanes` iterations; the name of the loop over groups, or NULL. The lanes are taken for
// vectors last, by plan_vectors, those of `flight` turns of the loop `turns` directly around them (NULL: none) at once:
// false when that is not legal.
const char *plan_groups(Plan *plan, const Loop *loop, int64_t lanes);
bool plan_vectors(Plan *plan, const Loop *loop, const char *turns, int64_t flight);
// How many turns that makes where at most so many vectors of all arrays that move with the loop below `root` are to be
// on their way.
int64_t plan_flight(const Plan *plan, const Stmt *root, const Loop *loop, int64_t most);
// Parallel loops (outermost first, with the dimension that each has), the innermost along memory: one group of it a
// thread. false: it does not walk along memory in all accesses, or it is not legal; the plan is as before.
bool arrange_vectors(Plan *plan, const Stmt *root, const Loop *const *loops, int count, const int *dimension);

// ---- arrange_stencil.c

// The same where elements are read by several iterations of a loop around the innermost one: a thread has some of them.
// false: as above.
bool arrange_stencil(Plan *plan, const Stmt *root, const Loop *const *loops, int count, const int *dimension);

// ---- arrange_rows.c

// A warp, or a part of it, for each iteration of the innermost of the parallel loops (outermost first), its lanes along
// the loops inside. false: not better, or not legal.
bool arrange_rows(Plan *plan, const Loop *const *loops, int parallel);

// ---- arrange_reduction.c

bool reduce_all(Plan *plan); // takes apart the reductions that some bound loop carries

// Binds the loops of the band, which carry reductions, and takes these apart; false: the plan is as before.
bool arrange_reduction(Plan *plan, const Band *band);

// ---- arrange_columns.c

// Sums along a loop that jumps, below `count` parallel loops (outermost first) of which the innermost walks along
// memory: rows are dealt out to threads and blocks as well. false: it is none, or not legal; the plan is as before.
bool arrange_columns(Plan *plan, const Loop *const *loops, int count);
// Whether all reads in the loop `row` that move with it jump through memory, while they walk along it with `column`, a
// loop around; `shares`: one value of a row may be read for all columns as well, as in a product of the matrix and a
// vector.
bool loop_jumps(const Facts *facts, const Stmt *row, const Loop *column, bool shares);

// ---- resources.c

typedef struct BlockShape {
    int64_t x, y;
} BlockShape;
int64_t blocks_for_reduction(const Restructuring *state); // enough to fill the device, few enough to combine
BlockShape shape_for(const Restructuring *state,
                     int rank);                     // threads of a block over `rank` loops, where no table says it
bool block_clause_fits(const Restructuring *state); // the device; false: refused
bool has_block_clause(const Restructuring *state);

// Which of the sizes that an arrangement can build it should try for the results of these loops (outermost first): the
// table, with indices of the scheme's sizes that launch on the device in `order` (room for all), the best first.
// `scheme` lives in the arena, or for good.
const ResourceTable *plan_table(Plan *plan, const ResourceScheme *scheme, const Loop *const *loops,
                                int count); // any size where NULL
const ResourceTable *plan_sizes(Plan *plan, const ResourceScheme *scheme, const Loop *const *loops, int count,
                                int *order, int *ordered);
void plan_sized(Plan *plan, const ResourceTable *table, const ResourceRow *row, const Loop *const *loops,
                int count); // this one was built
// The arrangement was built, with the only size that it has; `scheme` has no sizes yet.
void plan_one_size(Plan *plan, ResourceScheme scheme, const Loop *const *loops, int count, int threads, int64_t tile);
// How many threads a block should have where each has `each` results of the loops.
int64_t threads_by_table(Plan *plan, const char *scheme, const Loop *const *loops, int count, int64_t each);

#endif
