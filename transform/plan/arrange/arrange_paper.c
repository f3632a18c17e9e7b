// Threads and tile size by the paper's criterion (--model=paper): results along memory, one loop after the other in the
// order of its steps, without features of newer devices (vectors, asynchronous copies, registers as a limit).
#include "transform/plan/arrange/arrange.h"
#include "transform/plan/arrange/arrange_paper.h"
#include "transform/plan/arrange/arrange_transposed.h"
#include "transform/plan/arrange/granule.h"
#include "transform/plan/plan_steps.h"
#include "transform/plan/resources/resources.h"

enum { TRIES = 16, MOST_DEPTH = 64 };

typedef struct PaperNest {
    const Stmt *root;
    const Loop *const *loops;
    int count;
    const int *dimension;
    const Loop *x, *y, *z; // y, z may be NULL
} PaperNest;

// (y, x) with y * x = count, as near to a square as powers of two allow.
static void near_square(int64_t count, int64_t *y, int64_t *x)
{
    for (*y = 1; count % (2 * *y) == 0 && 2 * *y <= count / (2 * *y);)
        *y *= 2;
    *x = count / *y;
}

// Shared operands, a square of them for each block: as deep as the tile's smaller side, or less if that does not fit.
static bool share_operands(Plan *plan, const PaperNest *nest, const ResourceRow *row)
{
    PlainTile tile;
    if (!nest->y || nest->count > (nest->z ? 3 : 2))
        return false;
    near_square(row->threads, &tile.threads_y, &tile.threads_x);
    near_square(row->per_thread, &tile.results_y, &tile.results_x);
    int64_t height = tile.threads_y * tile.results_y, width = tile.threads_x * tile.results_x;
    tile.depth = height < width ? height : width;
    for (tile.depth = tile.depth < MOST_DEPTH ? tile.depth : MOST_DEPTH; tile.depth > 1; tile.depth /= 2)
        if (arrange_plain_tile(plan, nest->root, nest->y, nest->x, nest->z, &tile))
            return true;
    return false;
}

static bool transpose_operands(Plan *plan, const PaperNest *nest, const ResourceRow *row)
{
    int at = nest->count - 2;
    ResourceSize size = {.threads = row->threads, .tile = row->tile};
    return nest->y && nest->count == (nest->z ? 3 : 2) &&
           arrange_transposed_by(plan, nest->root, nest->loops[at], nest->loops[at + 1], nest->x, nest->z, &size);
}

// Blocks of `tile` iterations, which its threads take in turns.
static bool deal_out(Plan *plan, const Loop *loop, int64_t tile, int64_t threads)
{
    Step step = {.kind = STEP_CYCLIC,
                 .loop = part_of_loop(loop->name, "elem"),
                 .size = threads,
                 .outer = part_of_loop(loop->name, "thread"),
                 .inner = part_of_loop(loop->name, "reg")};
    return plan_tile(plan, loop->name, tile) && (tile == threads || plan_try(plan, step));
}

static bool map_results(Plan *plan, const PaperNest *nest, const ResourceRow *row)
{
    const Loop *x = nest->x, *y = nest->y;
    int64_t threads_y = y ? row->threads / WARP_SIZE : 1, threads_x = row->threads / threads_y;
    const char *part = row->per_thread > 1 ? "thread" : "elem";
    const char *y_thread = y ? part_of_loop(y->name, part) : NULL, *x_thread = part_of_loop(x->name, y ? "elem" : part);
    bool made = deal_out(plan, x, y ? threads_x : row->tile, threads_x);
    if (made && y) {
        int first = 0;
        while (nest->loops[first] != x && nest->loops[first] != y)
            first++;
        bool y_outside = nest->loops[first] == y;
        const Loop *outer = y_outside ? y : x, *inner = y_outside ? x : y;
        made = plan_tile(plan, y->name, threads_y * row->per_thread) &&
               plan_interchange(plan, part_of_loop(outer->name, "elem"), part_of_loop(inner->name, "tile"));
        Step step = {.kind = STEP_CYCLIC,
                     .loop = part_of_loop(y->name, "elem"),
                     .size = threads_y,
                     .outer = y_thread,
                     .inner = part_of_loop(y->name, "reg")};
        made = made && (row->per_thread == 1 || plan_try(plan, step)) &&
               (row->per_thread == 1 || !y_outside || plan_interchange(plan, step.inner, x_thread));
    }
    made = made && (!nest->z || plan_bind(plan, nest->z->name, BIND_BLOCK_Z, 0)) &&
           (!y || plan_bind(plan, part_of_loop(y->name, "tile"), BIND_BLOCK_Y, 0)) &&
           plan_bind(plan, part_of_loop(x->name, "tile"), BIND_BLOCK_X, 0) &&
           (!y || plan_bind(plan, y_thread, BIND_THREAD_Y, 0)) && plan_bind(plan, x_thread, BIND_THREAD_X, 0);
    if (made)
        plan_unroll(plan, part_of_loop((y ? y : x)->name, "reg"));
    return made;
}

static bool try_row(Plan *plan, const PaperNest *nest, const ResourceRow *row)
{
    const Candidate *mark = plan->candidate;
    if ((share_operands(plan, nest, row) || transpose_operands(plan, nest, row)) && plan_lowers(plan))
        return true;
    plan->candidate = mark;
    if (map_results(plan, nest, row) && plan_lowers(plan))
        return true;
    plan->candidate = mark;
    return false;
}

static const ResourceRow *row_of_rank(const ResourceTable *table, int rank)
{
    for (int i = 0; i < table->count; i++)
        if (table->rows[i].paper_rank == rank)
            return &table->rows[i];
    return NULL;
}

bool arrange_by_paper(Plan *plan, const Stmt *root, const Loop *const *loops, int count, const int *dimension)
{
    PaperNest nest = {.root = root, .loops = loops, .count = count, .dimension = dimension};
    for (int i = 0; i < count; i++) {
        nest.x = dimension[i] == 0 ? loops[i] : nest.x;
        nest.y = dimension[i] == 1 ? loops[i] : nest.y;
        nest.z = dimension[i] == 2 ? loops[i] : nest.z;
    }
    if (!nest.x)
        return false;
    const ResourceTable *table = plan_table(plan, NULL, loops, count);
    for (int rank = 1, tries = 0; rank <= table->count && tries < TRIES; rank++) {
        const ResourceRow *row = row_of_rank(table, rank);
        if (!row || !row->today.occupancy.active_blocks) // cannot launch with the registers that it needs
            continue;
        tries++;
        if (try_row(plan, &nest, row)) {
            plan_sized(plan, table, row, loops, count);
            return true;
        }
    }
    return false;
}
