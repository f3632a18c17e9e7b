// Reductions: which of the loops that carry them are distributed to blocks and threads.
#include "transform/plan/arrange/arrange.h"
#include "transform/plan/arrange/arrange_reduction.h"
#include "transform/plan/arrange/arrange_vectors.h"
#include "transform/plan/plan_steps.h"
#include "transform/plan/resources/resources.h"
#include "transform/reduction/histogram.h"
#include "transform/reduction/reduce.h"

bool reduce_all(Plan *plan)
{
    const Facts *facts = plan->candidate->facts;
    FOR_EACH(i, &facts->reductions) {
        bool taken = numbers_have(plan->candidate->relaxed, i);
        if (!taken && reduce_is_concurrent(plan->candidate, plan->candidate->tree, i) && !plan_reduce(plan, i))
            return false;
    }
    return true;
}

enum {
    ITERATIONS_IN_FLIGHT = 8,
    VECTORS_IN_FLIGHT = 8,
    ROW_VECTORS_IN_FLIGHT = 2,
    KEY_VECTORS_IN_FLIGHT = 4,
    KEYS_IN_FLIGHT = 32,
    KEY_VECTORS_AHEAD = 8,
    KEY_BYTES_AHEAD = 256,
    THREADS_OF_AN_SM = 1024,
    SLABS = 24,
};

// 1-D: workers walk over the array together, so that those of a block are neighbours.
bool bind_lines(Plan *plan, const Loop *loop, int64_t blocks, int64_t copies)
{
    int64_t threads = shape_for(plan, 1).x;
    const char *worker = part_of_loop(loop->name, "worker");
    const char *block = part_of_loop(loop->name, "block"), *thread = part_of_loop(loop->name, "thread");
    Step split = {.kind = STEP_TILE, .loop = worker, .size = threads, .outer = block, .inner = thread};
    Step unroll = {.kind = STEP_UNROLL, .loop = part_of_loop(loop->name, "turn"), .copies = copies};
    return plan_cyclic(plan, loop->name, threads * blocks) && plan_try(plan, split) &&
           plan_bind(plan, block, BIND_BLOCK_X, 0) && plan_bind(plan, thread, BIND_THREAD_X, 0) &&
           (plan->candidate->plain || copies < 2 || !runs_straight(plan, unroll.loop) || plan_try(plan, unroll));
}

// Whether an access below `root` moves evenly along the array with the loop.
static bool walks_along(const Plan *plan, const Stmt *root, const Loop *loop, const Array *array)
{
    const Facts *facts = plan->candidate->facts;
    FOR_EACH(k, &facts->accesses) {
        const Access *access = &facts->accesses.items[k];
        int64_t distance;
        if (access->array == array && holds_statement(root, access->stmt->id) &&
            access_stride(facts, access, loop->origin, &distance) == STRIDE_CONSTANT)
            return true;
    }
    return false;
}

int64_t plan_flight(const Plan *plan, const Stmt *root, const Loop *loop, int64_t most)
{
    const Facts *facts = plan->candidate->facts;
    int64_t arrays = 0;
    FOR_EACH(i, &facts->arrays)
        arrays += walks_along(plan, root, loop, facts->arrays.items[i].array);
    int64_t flight = most;
    while (flight > 1 && flight * arrays > most)
        flight /= 2;
    return flight;
}

// Chunks of the loop. In each chunk every thread has some vectors, `threads` vectors apart, next to those of its
// neighbours: then every chunk but the last one is whole. The loop over chunks gets the name `chunk`.
static bool chunk(Plan *plan, const Loop *loop, int64_t threads, int64_t flight)
{
    const char *group =
        plan_groups(plan, loop, vector_width_for(plan, tree_loop(plan->candidate->tree, loop->name), loop));
    Step across = {.kind = STEP_CYCLIC,
                   .loop = group,
                   .size = threads,
                   .outer = part_of_loop(loop->name, "thread"),
                   .inner = part_of_loop(loop->name, "rest")};
    Step cut = {.kind = STEP_TILE,
                .loop = across.inner,
                .size = flight,
                .outer = part_of_loop(loop->name, "chunk"),
                .inner = part_of_loop(loop->name, "flight")};
    return group && plan_try(plan, across) && plan_try(plan, cut);
}

static int64_t blocks_of_sm(int64_t threads)
{
    return threads < THREADS_OF_AN_SM ? THREADS_OF_AN_SM / threads : 1;
}

static int64_t fitting_blocks(const Plan *plan, int64_t threads)
{
    return plan->candidate->device->sms * blocks_of_sm(threads);
}

// Last: the bound loops are bound. With a given number of blocks per SM, nvcc spends the remaining registers on loads.
static bool take_vectors(Plan *plan, const Loop *loop, const char *block, int64_t threads)
{
    return plan_unroll(plan, part_of_loop(loop->name, "flight")) &&
           plan_try(plan, (Step){.kind = STEP_VECTORIZE, .loop = part_of_loop(loop->name, "lane")}) &&
           plan_try(plan, (Step){.kind = STEP_LAUNCH_BOUNDS, .loop = block, .blocks = blocks_of_sm(threads)});
}

bool bind_chunks(Plan *plan, const Loop *loop, int64_t flight)
{
    int64_t threads = shape_for(plan, 1).x;
    const char *block = part_of_loop(loop->name, "block");
    Step deal = {.kind = STEP_CYCLIC,
                 .loop = part_of_loop(loop->name, "chunk"),
                 .size = fitting_blocks(plan, threads),
                 .outer = block,
                 .inner = part_of_loop(loop->name, "turn")};
    return chunk(plan, loop, threads, flight) && plan_try(plan, deal) && plan_bind(plan, block, BIND_BLOCK_X, 0) &&
           plan_bind(plan, part_of_loop(loop->name, "thread"), BIND_THREAD_X, 0);
}

bool take_chunks(Plan *plan, const Loop *loop)
{
    return take_vectors(plan, loop, part_of_loop(loop->name, "block"), shape_for(plan, 1).x);
}

// The same with 16 bytes at a time.
static bool bind_wide_line(Plan *plan, const Loop *loop)
{
    int64_t flight = plan_flight(plan, tree_loop(plan->candidate->tree, loop->name), loop, VECTORS_IN_FLIGHT);
    return bind_chunks(plan, loop, flight) && take_chunks(plan, loop);
}

// Whether all reductions of the loop are what its first or last match is.
static bool searches(const Plan *plan, const Loop *loop)
{
    const Facts *facts = plan->candidate->facts;
    const LoopFact *fact = facts_loop(facts, loop->origin);
    bool all = fact->reductions.count > 0;
    FOR_EACH(i, &fact->reductions) {
        const Reduction *reduction = &facts->reductions.items[fact->reductions.items[i]];
        all = all && reduction->form == FORM_CHOICE && !reduction->has_key && reduction->place->kind == EX_SYMBOL;
    }
    return all;
}

// A search: all threads walk from the side that it prefers, and stop where a match has been found before. They look
// at what was found once for some iterations: all looks read the same element. They need few registers, so there are
// twice as many of them as elsewhere: on an H200 the match in the middle of 2^28 floats takes 171 us instead of 194,
// where half of them are added up in 152.
static bool search_line(Plan *plan, const Loop *loop)
{
    enum { ITERATIONS_OF_A_LOOK = 32, SEARCHED_IN_FLIGHT = 16, MORE_BLOCKS = 2 };
    int64_t threads = shape_for(plan, 1).x;
    const char *block = part_of_loop(loop->name, "block"), *thread = part_of_loop(loop->name, "thread");
    const char *round = part_of_loop(loop->name, "round"), *step = part_of_loop(loop->name, "step");
    Step split = {.kind = STEP_TILE,
                  .loop = part_of_loop(loop->name, "worker"),
                  .size = threads,
                  .outer = block,
                  .inner = thread};
    Step back = {.kind = STEP_REVERSE, .loop = part_of_loop(loop->name, "turn")};
    Step look = {.kind = STEP_TILE,
                 .loop = part_of_loop(back.loop, "back"),
                 .size = ITERATIONS_OF_A_LOOK,
                 .outer = round,
                 .inner = step};
    int64_t workers = MORE_BLOCKS * threads * fitting_blocks(plan, threads);
    return plan_cyclic(plan, loop->name, workers) && plan_try(plan, split) && plan_bind(plan, block, BIND_BLOCK_X, 0) &&
           plan_bind(plan, thread, BIND_THREAD_X, 0) && reduce_all(plan) && plan_try(plan, back) &&
           plan_try(plan, look) &&
           (!runs_straight(plan, step) ||
            plan_try(plan, (Step){.kind = STEP_UNROLL, .loop = step, .copies = SEARCHED_IN_FLIGHT})) &&
           plan_try(plan, (Step){.kind = STEP_STOP_EARLY, .loop = round});
}

// The same with 16 bytes at a time, in the order of the source, so that vectors are aligned where the array is.
static bool search_vectors(Plan *plan, const Loop *loop)
{
    Step back = {.kind = STEP_REVERSE, .loop = loop->name};
    if (!runs_straight(plan, loop->name) || !plan_try(plan, back))
        return false;
    const Stmt *line = tree_loop(plan->candidate->tree, part_of_loop(loop->name, "back"));
    int64_t flight = plan_flight(plan, line, line->loop, VECTORS_IN_FLIGHT);
    return bind_chunks(plan, line->loop, flight) && reduce_all(plan) &&
           plan_unroll(plan, part_of_loop(line->loop->name, "flight")) &&
           plan_try(plan, (Step){.kind = STEP_VECTORIZE, .loop = part_of_loop(line->loop->name, "lane")}) &&
           plan_try(plan, (Step){.kind = STEP_STOP_EARLY, .loop = part_of_loop(line->loop->name, "turn")});
}

static bool arrange_search(Plan *plan, const Loop *loop)
{
    const Candidate *mark = plan->candidate;
    bool found = search_vectors(plan, loop) && plan_lowers(plan);
    if (!found) {
        plan->candidate = mark;
        found = search_line(plan, loop) && plan_lowers(plan);
    }
    plan->built.searches += found;
    return found;
}

// 2-D with 16 bytes at a time: each warp takes one row after the other. Chunks are small, because rows may be short. If
// there are several slabs of such rows (NULL: there is one), blocks share them, too.
static bool bind_wide_plane(Plan *plan, const Loop *slabs, const Loop *rows, const Loop *columns)
{
    int64_t warps = shape_for(plan, 1).x / WARP_SIZE, blocks = fitting_blocks(plan, warps * WARP_SIZE);
    const char *block = part_of_loop(rows->name, "block"), *warp = part_of_loop(rows->name, "warp");
    const char *iteration = part_of_loop(rows->name, "turn"), *thread = part_of_loop(columns->name, "thread");
    Step split = {
        .kind = STEP_TILE, .loop = part_of_loop(rows->name, "worker"), .size = warps, .outer = block, .inner = warp};
    if (slabs)
        blocks = blocks > SLABS ? blocks / SLABS : 1;
    bool made = warps > 0 && (!slabs || plan_cyclic(plan, slabs->name, SLABS)) &&
                plan_cyclic(plan, rows->name, warps * blocks) && plan_try(plan, split) &&
                chunk(plan, columns, WARP_SIZE, ROW_VECTORS_IN_FLIGHT) && plan_interchange(plan, iteration, thread);
    if (made && slabs) {
        const char *slab = part_of_loop(slabs->name, "turn"), *worker = part_of_loop(slabs->name, "worker");
        made = plan_interchange(plan, slab, block) && plan_interchange(plan, slab, warp) &&
               plan_interchange(plan, slab, thread) && plan_bind(plan, worker, BIND_BLOCK_Y, 0);
    }
    return made && plan_bind(plan, block, BIND_BLOCK_X, 0) && plan_bind(plan, warp, BIND_THREAD_Y, 0) &&
           plan_bind(plan, thread, BIND_THREAD_X, 0) && take_vectors(plan, columns, block, warps * WARP_SIZE);
}

// 2-D: a few blocks along the rows, and rows distributed to the others.
static bool bind_plane(Plan *plan, const Loop *rows, const Loop *columns)
{
    enum { BLOCKS_ALONG_A_ROW = 8 };
    int64_t threads = shape_for(plan, 1).x;
    const char *worker = part_of_loop(columns->name, "worker"), *across = part_of_loop(rows->name, "worker");
    const char *block = part_of_loop(columns->name, "block"), *thread = part_of_loop(columns->name, "thread");
    Step split = {.kind = STEP_TILE, .loop = worker, .size = threads, .outer = block, .inner = thread};
    const char *iteration = part_of_loop(rows->name, "turn");
    return plan_cyclic(plan, rows->name, blocks_for_reduction(plan->candidate) / BLOCKS_ALONG_A_ROW) &&
           plan_cyclic(plan, columns->name, threads * BLOCKS_ALONG_A_ROW) && plan_try(plan, split) &&
           plan_interchange(plan, iteration, block) && plan_interchange(plan, iteration, thread) &&
           plan_bind(plan, across, BIND_BLOCK_Y, 0) && plan_bind(plan, block, BIND_BLOCK_X, 0) &&
           plan_bind(plan, thread, BIND_THREAD_X, 0);
}

static bool carries(const Plan *plan, int reduction, const Loop *loop)
{
    const LoopFact *fact = facts_loop(plan->candidate->facts, loop->origin);
    FOR_EACH(i, &fact->reductions)
        if (fact->reductions.items[i] == reduction)
            return true;
    return false;
}

// Histograms of the loop have workers of their own, to which its other reductions are added.
static bool reduce_keys(Plan *plan, const Loop *loop, bool *any)
{
    const Facts *facts = plan->candidate->facts;
    *any = false;
    FOR_EACH(i, &facts->reductions) {
        if (facts->reductions.items[i].kind != REDUCTION_BY_KEY || !carries(plan, i, loop))
            continue;
        *any = true;
        if (!plan_reduce(plan, i))
            return false;
    }
    return true;
}

// Of all elements that the loop walks along, one each.
static int64_t bytes_of_iteration(const Plan *plan, const Loop *loop)
{
    const Facts *facts = plan->candidate->facts;
    const Stmt *root = tree_loop(plan->candidate->tree, loop->name);
    int64_t bytes = 0;
    FOR_EACH(i, &facts->arrays) {
        const Array *array = facts->arrays.items[i].array;
        bytes += walks_along(plan, root, loop, array) ? array->element->size : 0;
    }
    return bytes;
}

// Whether the loop carries only one reduction, each update of which waits for the previous one.
static bool updates_wait(const Plan *plan, const Loop *loop)
{
    const Facts *facts = plan->candidate->facts;
    int only = -1;
    FOR_EACH(i, &facts->reductions) {
        if (carries(plan, i, loop) && only >= 0)
            return false;
        only = carries(plan, i, loop) ? i : only;
    }
    return only >= 0 && reduce_waits(plan->candidate->arena, tree_loop(plan->candidate->tree, loop->name),
                                     &facts->reductions.items[only]);
}

// Neighbouring lanes have neighbouring vectors, as many at once as there are registers for them and for the next ones.
static bool reduce_keys_ahead(Plan *plan, const Loop *loop, int64_t width)
{
    bool any = false;
    const char *group = updates_wait(plan, loop) ? plan_groups(plan, loop, width) : NULL;
    Step across = {.kind = STEP_CYCLIC,
                   .loop = group,
                   .size = WARP_SIZE,
                   .outer = part_of_loop(loop->name, "side"),
                   .inner = part_of_loop(loop->name, "rest")};
    int64_t flight = KEY_VECTORS_AHEAD, bytes = width * bytes_of_iteration(plan, loop);
    while (flight > 1 && (flight * width > KEYS_IN_FLIGHT || flight * bytes > KEY_BYTES_AHEAD))
        flight /= 2;
    return group && flight > 1 && plan_try(plan, across) && plan_vectors(plan, loop, across.inner, flight) &&
           reduce_keys(plan, loop, &any) && any && reduce_all(plan) && plan_lowers(plan);
}

typedef struct Moving {
    const Symbol *iterator;
    bool found;
} Moving;

// Not in what subscripts read.
static bool look_for_iterator(void *context, const Expr *expr)
{
    Moving *moving = context;
    moving->found = moving->found || (expr->kind == EX_SYMBOL && expr->symbol == moving->iterator);
    return !moving->found && expr->kind != EX_ACCESS;
}

// Whether neighbouring iterations update neighbouring elements: those of vectors would be further apart for the lanes
// of a warp.
static bool moves_along(const Plan *plan, const Loop *loop)
{
    const Facts *facts = plan->candidate->facts;
    Moving moving = {.iterator = loop->iterator};
    FOR_EACH(i, &facts->reductions) {
        const Expr *place = facts->reductions.items[i].place;
        for (int d = 0; d < place->noperands && facts->reductions.items[i].kind == REDUCTION_BY_KEY; d++)
            if (carries(plan, i, loop))
                expr_walk(place->operands[d], look_for_iterator, &moving);
    }
    return moving.found;
}

// With 16 bytes at a time, where the loop is all of it.
static bool reduce_wide_keys(Plan *plan, const Band *band)
{
    bool any = false;
    const Candidate *mark = plan->candidate;
    const Loop *loop = band->loops[0];
    int64_t width = band->count == 1 && !moves_along(plan, loop)
                        ? vector_width_for(plan, tree_loop(plan->candidate->tree, loop->name), loop)
                        : 0;
    if (width && reduce_keys_ahead(plan, loop, width))
        return true;
    plan->candidate = mark;
    int64_t flight = width > KEYS_IN_FLIGHT / KEY_VECTORS_IN_FLIGHT ? KEYS_IN_FLIGHT / width : KEY_VECTORS_IN_FLIGHT;
    const char *group = plan_groups(plan, loop, width);
    if (group && plan_vectors(plan, loop, group, flight) && reduce_keys(plan, loop, &any) && any && reduce_all(plan) &&
        plan_lowers(plan))
        return true;
    plan->candidate = mark;
    return false;
}

static bool has_keys(const Plan *plan, const Loop *loop)
{
    const Facts *facts = plan->candidate->facts;
    FOR_EACH(i, &facts->reductions)
        if (facts->reductions.items[i].kind == REDUCTION_BY_KEY && carries(plan, i, loop))
            return true;
    return false;
}

bool arrange_reduction(Plan *plan, const Band *band)
{
    bool keys;
    if (plan_style(plan) == REDUCE_SEQUENTIAL)
        return false;
    const Candidate *start = plan->candidate;
    bool wide = !plan->candidate->plain;
    if (wide && has_keys(plan, band->loops[0]) && reduce_wide_keys(plan, band))
        return true;
    if (!reduce_keys(plan, band->loops[0], &keys) || (keys && !reduce_all(plan))) {
        plan->candidate = start;
        return false;
    }
    if (keys)
        return true;
    int carried = 0;
    while (carried < band->count && (verdict_of(plan, band->loops[carried]) == LOOP_REDUCTION ||
                                     verdict_of(plan, band->loops[carried]) == LOOP_PARALLEL))
        carried++;
    const Candidate *mark = plan->candidate;
    if (carried >= 2) {
        int slabs = carried == 3;
        if (wide && bind_wide_plane(plan, slabs ? band->loops[0] : NULL, band->loops[slabs], band->loops[slabs + 1]) &&
            reduce_all(plan) && plan_lowers(plan))
            return true;
        plan->candidate = mark;
        if (bind_plane(plan, band->loops[0], band->loops[1]) && reduce_all(plan))
            return true;
        plan->candidate = mark;
    }
    if (wide && carried == 1 && searches(plan, band->loops[0]) && arrange_search(plan, band->loops[0]))
        return true;
    plan->candidate = mark;
    if (wide && bind_wide_line(plan, band->loops[0]) && reduce_all(plan) && plan_lowers(plan))
        return true;
    plan->candidate = mark;
    if (bind_lines(plan, band->loops[0], blocks_for_reduction(plan->candidate), ITERATIONS_IN_FLIGHT) &&
        reduce_all(plan))
        return true;
    plan->candidate = mark;
    return false;
}
