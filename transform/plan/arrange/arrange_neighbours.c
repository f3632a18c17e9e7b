// Stencils: several iterations of an outer loop read the same elements. A thread has a few of these iterations, with a
// vector of the innermost loop each, and loads every element once (reuse windows, transform/vector/vector.h).
#include "transform/plan/arrange/arrange.h"
#include "transform/plan/arrange/arrange_neighbours.h"
#include "transform/plan/arrange/arrange_vectors.h"
#include "transform/plan/clauses.h"
#include "transform/plan/plan_steps.h"
#include "transform/plan/resources/resources.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/vector/vector_window.h"

// Iterations of the loops over rows and over planes that a thread has; threads of a block along and across the rows.
enum { TURNS = 2, TURNS_IN_SPACE = 4, MOST_TURNS = 8, ALONG = 32, ACROSS = 4 };

// Bytes of registers for windows: with more, at least LEAST_RESIDENT blocks have to fit on a multiprocessor, and
// MORE_RESIDENT, with 80 registers a thread, where two neighbouring iterations need no more; the most that more
// iterations may need. More of them pay off if a result then needs at most so much of the loads.
enum { FEW_HELD = 256, LEAST_RESIDENT = 4, MORE_RESIDENT = 6, MOST_HELD = 400 };
static const double FEWER_LOADS = 0.8, FEWER_BYTES = 0.85; // bytes are taken out of words besides
enum { LANES_OF_BYTES = 16 };

// Planes that a thread goes on through with a window that slides, and rows of a block then. Its blocks on a
// multiprocessor, 64 registers a thread, by bytes of the window: one fewer for each further part of it, and at least 2.
enum { SLIDING = 8, SLIDING_ACROSS = 8, SLIDING_RESIDENT = 4, SLIDING_HELD = 192, SLIDING_PART = 64 };

// The same for steps in time, whose arrays are often in the L2 cache, with rows that may have different alignments.
enum { STEP_SLIDING = 4, STEP_ACROSS = 4, STEP_RESIDENT = 8 };

// For rows of several planes: the sizes with vectors, and those element by element if rows do not have the same
// alignment.
typedef struct Tiling {
    int64_t rows, planes; // of one thread
    int64_t along;        // threads of a block
    int64_t most_held;    // bytes of registers for elements that several results need
    int64_t blocks;       // of a multiprocessor: 72 and 48 registers for a thread
} Tiling;

static const Tiling in_vectors = {
    .rows = TURNS, .planes = TURNS_IN_SPACE, .along = ALONG, .most_held = 400, .blocks = 7};
static const Tiling in_elements = {.rows = 4, .planes = 2, .along = 64, .most_held = 160, .blocks = 5};

// Whether two reads have a constant distance, along a dimension that the loop moves through.
static bool meet_along(Arena *arena, const Access *left, const Access *right, const Loop *loop)
{
    bool along = false;
    if (left->array != right->array || left->ndim != right->ndim || left->conditional || right->conditional)
        return false;
    for (int d = 0; d < left->ndim; d++) {
        Linear first = linear_of(arena, left->dims[d]), second = linear_of(arena, right->dims[d]);
        Linear apart = linear_combine(arena, &first, &second, -1);
        int64_t step = linear_factor(&first, loop->iterator);
        if (!linear_is_constant(&apart) || (step && apart.constant % step))
            return false;
        along = along || (step && apart.constant / step >= -TURNS && apart.constant / step <= TURNS && apart.constant);
    }
    return along;
}

// Affine reads in the tree of arrays that it does not write, nor, with `constant`, any other loop of the nest.
typedef struct Reads {
    VECTOR(const Access *) items;
} Reads;

static Reads reads_in(const Plan *plan, Arena *arena, const Stmt *root, bool constant)
{
    const Facts *facts = plan->candidate->facts;
    Reads reads = {0};
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        const ArrayFact *array = access->array ? facts_array(facts, access->array) : NULL;
        if (array && access->affine && holds_statement(root, access->stmt->id) &&
            !(constant ? array->written : tree_writes_array(root, access->array)))
            VECTOR_PUSH(arena, &reads.items, access);
    }
    return reads;
}

enum { MOST_PAIRS = 100000 }; // that are looked at

// Whether some two reads meet when the loop goes on by one or two iterations.
static bool some_meet(const Plan *plan, const Stmt *root, const Loop *loop, bool constant)
{
    Arena *scratch = arena_new();
    Reads reads = reads_in(plan, scratch, root, constant);
    bool found = false;
    int pairs = 0;
    FOR_EACH(i, &reads.items)
        for (int k = 0; k < i && !found && pairs++ < MOST_PAIRS; k++)
            found = meet_along(scratch, reads.items.items[i], reads.items.items[k], loop);
    arena_release(scratch);
    return found;
}

typedef struct Stencil {
    const Loop *iterations, *rows, *row,
        *space; // rows may be iterations; space, outside of both or iterations itself: NULL
    int64_t width;
    const Tiling *both; // iterations of rows inside of those; NULL: one unrolled loop
    int64_t turns;      // without `both`: iterations of a thread
    bool slides;        // these follow each other in a loop, and the window of registers moves along
    bool steps;         // reads what other loops of the nest write
} Stencil;

static int64_t across_of(const Stencil *stencil)
{
    return stencil->slides && !stencil->steps ? SLIDING_ACROSS : stencil->slides ? STEP_ACROSS : ACROSS;
}

static bool tile_as(Plan *plan, const char *loop, int64_t size, const char *outer, const char *inner)
{
    return plan_try(plan, (Step){.kind = STEP_TILE, .loop = loop, .size = size, .outer = outer, .inner = inner});
}

static bool move_in(Plan *plan, const char *loop, const char *const *past, int count)
{
    for (int i = 0; i < count; i++)
        if (!plan_interchange(plan, loop, past[i]))
            return false;
    return true;
}

// Whether what the thread's results share is held in registers, and fits.
static bool hold_windows(Plan *plan, const Tiling *tiling, const char *iteration, const char *block)
{
    const Stmt *iterations = tree_loop(plan->candidate->tree, iteration);
    int64_t bytes = iterations ? windows_bytes(plan->candidate->arena, iterations) : 0;
    return bytes > 0 && bytes <= tiling->most_held &&
           plan_try(plan, (Step){.kind = STEP_LAUNCH_BOUNDS, .loop = block, .blocks = tiling->blocks});
}

// Windows that need most of what a thread may have of registers: some blocks have to fit beside each other all the
// same.
static bool keep_resident(Plan *plan, const Stencil *stencil, const char *iteration, const char *block)
{
    const Stmt *iterations = tree_loop(plan->candidate->tree, iteration);
    int64_t bytes = iterations ? windows_bytes(plan->candidate->arena, iterations) : 0;
    if (bytes <= FEW_HELD && !stencil->slides)
        return true;
    bool some = windows_bytes_of_two(plan->candidate->arena, iterations) <= FEW_HELD;
    int64_t parts = bytes > SLIDING_HELD ? (bytes - SLIDING_HELD + SLIDING_PART - 1) / SLIDING_PART : 0;
    int64_t sliding = stencil->steps ? STEP_RESIDENT - 2 * parts : SLIDING_RESIDENT - parts;
    int64_t blocks = stencil->slides ? sliding : some ? MORE_RESIDENT : LEAST_RESIDENT;
    return bytes && blocks >= 2 && plan_try(plan, (Step){.kind = STEP_LAUNCH_BOUNDS, .loop = block, .blocks = blocks});
}

static int64_t iterations_of(const Stencil *stencil)
{
    return stencil->both ? stencil->both->planes : stencil->turns;
}

static bool take_iterations(Plan *plan, const Stencil *stencil, const char *iteration)
{
    Step slide = {.kind = STEP_ROTATE_WINDOWS, .loop = iteration, .ahead = stencil->steps ? 0 : 1};
    return stencil->slides ? plan_try(plan, slide) : plan_unroll(plan, iteration);
}

static bool make_stencil(Plan *plan, const Stencil *stencil)
{
    const Tiling *both = stencil->both;
    const char *group = part_of_loop(stencil->row->name, "group"), *lane = part_of_loop(stencil->row->name, "lane");
    const char *part = part_of_loop(stencil->iterations->name, "group"),
               *iteration = part_of_loop(stencil->iterations->name, "turn");
    const char *row_part = part_of_loop(stencil->rows->name, "group"),
               *row_iteration = part_of_loop(stencil->rows->name, "turn");
    const char *rows = stencil->rows == stencil->iterations ? part : both ? row_part : stencil->rows->name;
    const char *tile[] = {part_of_loop(stencil->row->name, "tile"), part_of_loop(stencil->rows->name, "tile")};
    const char *thread[] = {part_of_loop(stencil->row->name, "thread"), part_of_loop(stencil->rows->name, "thread")};
    const char *past[] = {tile[1], thread[1], tile[0], thread[0]};
    int inside = stencil->rows == stencil->iterations ? 2 : 0; // of these surround the unrolled iterations
    if (!tile_as(plan, stencil->row->name, stencil->width, group, lane) ||
        (both && !tile_as(plan, stencil->rows->name, both->rows, row_part, row_iteration)) ||
        !tile_as(plan, stencil->iterations->name, iterations_of(stencil), part, iteration) ||
        !tile_as(plan, rows, across_of(stencil), tile[1], thread[1]) ||
        !tile_as(plan, group, both ? both->along : ALONG, tile[0], thread[0]) ||
        (both && !move_in(plan, row_iteration, past + 2, 2)) || !move_in(plan, iteration, past + inside, 4 - inside) ||
        !plan_interchange(plan, thread[1], tile[0]))
        return false;
    const char *space = !stencil->space ? NULL : stencil->space == stencil->iterations ? part : stencil->space->name;
    return (!space || plan_bind(plan, space, BIND_BLOCK_Z, 0)) && plan_bind(plan, tile[1], BIND_BLOCK_Y, 0) &&
           plan_bind(plan, tile[0], BIND_BLOCK_X, 0) && plan_bind(plan, thread[1], BIND_THREAD_Y, 0) &&
           plan_bind(plan, thread[0], BIND_THREAD_X, 0) && take_iterations(plan, stencil, iteration) &&
           (!both || plan_unroll(plan, row_iteration)) && plan_vectors(plan, stencil->row, NULL, 0) &&
           (both ? hold_windows(plan, both, iteration, part) : keep_resident(plan, stencil, iteration, tile[1])) &&
           plan_lowers(plan);
}

static bool try_stencil(Plan *plan, const Stencil *stencil)
{
    const Candidate *mark = plan->candidate;
    if (make_stencil(plan, stencil))
        return true;
    plan->candidate = mark;
    return false;
}

static void note_size(Plan *plan, const Stencil *stencil, const Loop *const *loops, int count)
{
    int64_t threads = (stencil->both ? stencil->both->along : ALONG) * across_of(stencil);
    int64_t results = stencil->width * iterations_of(stencil) * (stencil->both ? stencil->both->rows : 1);
    plan_one_size(plan, (ResourceScheme){.name = "rows of a stencil", .direct = true}, loops, count, (int)threads,
                  threads * results);
}

// The number of elements between two rows of the written array; NULL: that is not known.
static const Expr *pitch_of(const Plan *plan, const Stmt *root)
{
    const Facts *facts = plan->candidate->facts;
    const Expr *pitch = NULL;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (!access->array || !access->is_write || !holds_statement(root, access->stmt->id))
            continue;
        if (!access->affine || access->ndim < 2 || access->pitches[0] ||
            (pitch && !expr_equal(pitch, access->extents[access->ndim - 1])))
            return NULL;
        pitch = access->extents[access->ndim - 1];
    }
    return pitch;
}

// ---- how many iterations

static const Stmt *iterations_in(const Plan *plan, const Stencil *stencil)
{
    return tree_loop(plan->candidate->tree, part_of_loop(stencil->iterations->name, "turn"));
}

// Loads of a thread for each of its iterations.
static double loads_each(const Plan *plan, const Stencil *stencil)
{
    const Stmt *iterations = iterations_in(plan, stencil);
    return iterations ? (double)windows_loads(plan->candidate->arena, iterations) / (double)stencil->turns : 0;
}

static double fewer_of(const Stencil *stencil)
{
    return stencil->width == LANES_OF_BYTES ? FEWER_BYTES : FEWER_LOADS;
}

// Whether the iterations of a thread share enough of what they load, compared with single ones.
static bool share_loads(const Plan *plan, const Stencil *stencil)
{
    const Stmt *iterations = iterations_in(plan, stencil), *lanes = iterations ? only_loop(iterations->body) : NULL;
    double single = lanes ? (double)windows_loads(plan->candidate->arena, lanes) : 0;
    return loads_each(plan, stencil) <= fewer_of(stencil) * single;
}

// Twice as many as long as these share much of what they load: elements, or coefficients that all use. The plan has the
// stencil already.
static void try_more_turns(Plan *plan, Stencil *stencil, const Candidate *before)
{
    while (2 * stencil->turns <= MOST_TURNS) {
        const Candidate *mark = plan->candidate;
        Stencil more = *stencil;
        double loads = loads_each(plan, stencil);
        more.turns *= 2;
        plan->candidate = before;
        const Stmt *made = try_stencil(plan, &more) ? iterations_in(plan, &more) : NULL;
        if (!made || windows_bytes(plan->candidate->arena, made) > MOST_HELD ||
            loads_each(plan, &more) > fewer_of(stencil) * loads) {
            plan->candidate = mark;
            return;
        }
        *stencil = more;
    }
}

// Where the windows of a few planes need many registers: one that moves along with the planes. The plan has the stencil
// already.
static bool try_sliding(Plan *plan, Stencil *stencil, const Candidate *before)
{
    const Candidate *mark = plan->candidate;
    const Stmt *iterations = iterations_in(plan, stencil);
    Stencil sliding = *stencil;
    sliding.turns = stencil->steps ? STEP_SLIDING : SLIDING;
    sliding.slides = true;
    if (!iterations || windows_bytes(plan->candidate->arena, iterations) <= FEW_HELD)
        return false;
    plan->candidate = before;
    if (!try_stencil(plan, &sliding)) {
        plan->candidate = mark;
        return false;
    }
    *stencil = sliding;
    return true;
}

bool arrange_neighbours(Plan *plan, const Stmt *root, const Loop *const *loops, int count, const int *dimension)
{
    if (count < 2 || count > 3 || dimension[count - 1] != 0 || has_tile_clause(plan) ||
        has_block_clause(plan->directive))
        return false;
    const Loop *rows = loops[count - 2], *space = count == 3 ? loops[0] : NULL;
    bool across = some_meet(plan, root, rows, true), through = space && some_meet(plan, root, space, true);
    bool constant = across || through;
    if (!constant) {
        across = some_meet(plan, root, rows, false);
        through = space && some_meet(plan, root, space, false);
    }
    int64_t width = across || through ? vector_width_for(plan, root, loops[count - 1]) : 0;
    if (width < 2)
        return false;
    // Rows of the block's other threads are in the cache: most iterations are used in the direction that is further
    // away.
    Stencil stencil = {
        .iterations = through ? space : rows, .rows = rows, .row = loops[count - 1], .space = space, .width = width};
    if (through && across) {
        bool single = plan_varies(plan, VERSIONED_STENCIL);
        stencil.both = single ? &in_elements : &in_vectors;
        stencil.width = single ? 1 : width;
        if (try_stencil(plan, &stencil)) {
            note_size(plan, &stencil, loops, count);
            plan->built.nests[VERSIONED_STENCIL]++;
            plan->built.stencil.pitch = pitch_of(plan, root);
            plan->built.stencil.width = width;
            return true;
        }
    }
    stencil.both = NULL;
    stencil.steps = !constant;
    stencil.width = width;
    stencil.turns = through ? TURNS_IN_SPACE : TURNS;
    const Candidate *before = plan->candidate;
    if (!try_stencil(plan, &stencil))
        return false;
    // What other loops of the nest write, as those of a step in time do, is often in the L2 cache: sharing it has to
    // pay off more (PolyBench's fdtd_2d, which would share one load in six, took 2.5 % longer).
    if (!constant && !share_loads(plan, &stencil)) {
        plan->candidate = before;
        return false;
    }
    if (!through || !try_sliding(plan, &stencil, before))
        try_more_turns(plan, &stencil, before);
    note_size(plan, &stencil, loops, count);
    return true;
}
