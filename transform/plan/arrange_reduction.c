// Reductions: which of the loops that carry them are dealt out to blocks and threads.
#include "transform/plan/planner.h"

bool reduce_all(Plan *plan)
{
    const Facts *facts = plan->state->facts;
    FOR_EACH(i, &facts->reductions) {
        bool taken = i >= 64 || (plan->state->relaxed >> i & 1);
        if (!taken && reduce_is_concurrent(plan->state, plan->tree, i) && !plan_reduce(plan, i))
            return false;
    }
    return true;
}

enum { ITERATIONS_IN_FLIGHT = 8, VECTORS_IN_FLIGHT = 4, KEYS_IN_FLIGHT = 32 };

// Without loops and branches inside, loads of several iterations can be on their way together.
static bool is_straight(const Plan *plan, const Loop *loop)
{
    const Stmt *body = tree_loop(plan->tree, part_of_loop(loop->name, "turn"))->body;
    return !tree_has_kind(body, ST_LOOP) && !tree_has_kind(body, ST_WHILE) && !tree_has_kind(body, ST_EVALUATE);
}

// 1-D: workers walk over the array together, each block of them side by side.
static bool bind_line(Plan *plan, const Loop *loop)
{
    int64_t threads = shape_for(plan->state, 1).x;
    const char *worker = part_of_loop(loop->name, "worker");
    const char *block = part_of_loop(loop->name, "block"), *thread = part_of_loop(loop->name, "thread");
    Step split = {.kind = STEP_TILE, .target = worker, .size = threads, .outer = block, .inner = thread};
    Step unroll = {.kind = STEP_UNROLL, .target = part_of_loop(loop->name, "turn"), .size = ITERATIONS_IN_FLIGHT};
    return plan_stride(plan, loop->name, threads * blocks_for_reduction(plan->state)) && plan_try(plan, split) &&
           plan_bind(plan, block, BIND_BLOCK_X, 0) && plan_bind(plan, thread, BIND_THREAD_X, 0) &&
           (!is_straight(plan, loop) || plan_try(plan, unroll));
}

// The same with 16 bytes at a time.
static bool bind_wide_line(Plan *plan, const Loop *loop)
{
    int64_t threads = shape_for(plan->state, 1).x;
    const char *group = plan_groups(plan, loop, lanes_for(plan, tree_loop(plan->tree, loop->name), loop));
    if (!group)
        return false;
    const char *block = part_of_loop(group, "block"), *thread = part_of_loop(group, "thread");
    Step split = {.kind = STEP_TILE, .target = part_of_loop(group, "worker"), .size = threads, .outer = block, .inner = thread};
    return plan_stride(plan, group, threads * blocks_for_reduction(plan->state)) && plan_try(plan, split) &&
           plan_bind(plan, block, BIND_BLOCK_X, 0) && plan_bind(plan, thread, BIND_THREAD_X, 0) &&
           plan_vectors(plan, loop, part_of_loop(group, "turn"), VECTORS_IN_FLIGHT);
}

// 2-D: a few blocks along the rows, and rows dealt out to the others.
static bool bind_plane(Plan *plan, const Loop *rows, const Loop *columns)
{
    enum { BLOCKS_ALONG_A_ROW = 8 };
    int64_t threads = shape_for(plan->state, 1).x;
    const char *worker = part_of_loop(columns->name, "worker"), *across = part_of_loop(rows->name, "worker");
    const char *block = part_of_loop(columns->name, "block"), *thread = part_of_loop(columns->name, "thread");
    Step split = {.kind = STEP_TILE, .target = worker, .size = threads, .outer = block, .inner = thread};
    const char *turn = part_of_loop(rows->name, "turn");
    return plan_stride(plan, rows->name, blocks_for_reduction(plan->state) / BLOCKS_ALONG_A_ROW) &&
           plan_stride(plan, columns->name, threads * BLOCKS_ALONG_A_ROW) && plan_try(plan, split) &&
           plan_interchange(plan, turn, block) && plan_interchange(plan, turn, thread) &&
           plan_bind(plan, across, BIND_BLOCK_Y, 0) && plan_bind(plan, block, BIND_BLOCK_X, 0) &&
           plan_bind(plan, thread, BIND_THREAD_X, 0);
}

static bool carries(const Plan *plan, int reduction, const Loop *loop)
{
    const LoopFact *fact = facts_loop(plan->state->facts, loop->origin);
    FOR_EACH(i, &fact->reductions)
        if (fact->reductions.items[i] == reduction)
            return true;
    return false;
}

// Reductions by key of the loop bring workers of their own, to which its other reductions are added.
static bool reduce_keys(Plan *plan, const Loop *loop, bool *any)
{
    const Facts *facts = plan->state->facts;
    *any = false;
    FOR_EACH(i, &facts->reductions) {
        if (facts->reductions.items[i].kind != REDUCTION_BY_KEY || !carries(plan, i, loop))
            continue;
        *any = true;
        if (i >= 64 || !plan_reduce(plan, i))
            return false;
    }
    plan->any = plan->any || *any;
    return true;
}

// With 16 bytes at a time, where the loop is all of it.
static bool reduce_wide_keys(Plan *plan, const Band *band)
{
    bool any = false;
    PlanMark mark = plan_mark(plan);
    const Loop *loop = band->loops[0];
    int64_t lanes = band->count == 1 ? lanes_for(plan, tree_loop(plan->tree, loop->name), loop) : 0;
    int64_t flight = lanes > KEYS_IN_FLIGHT / VECTORS_IN_FLIGHT ? KEYS_IN_FLIGHT / lanes : VECTORS_IN_FLIGHT;
    const char *group = plan_groups(plan, loop, lanes);
    if (group && plan_vectors(plan, loop, group, flight) && reduce_keys(plan, loop, &any) && any && reduce_all(plan) &&
        plan_lowers(plan))
        return true;
    plan_return(plan, mark);
    return false;
}

static bool has_keys(const Plan *plan, const Loop *loop)
{
    const Facts *facts = plan->state->facts;
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
    PlanMark start = plan_mark(plan);
    if (has_keys(plan, band->loops[0]) && reduce_wide_keys(plan, band))
        return true;
    if (!reduce_keys(plan, band->loops[0], &keys) || (keys && !reduce_all(plan))) {
        plan_return(plan, start);
        return false;
    }
    if (keys)
        return true;
    int carried = 0;
    while (carried < band->count && (verdict_of(plan, band->loops[carried]) == LOOP_REDUCTION ||
                                     verdict_of(plan, band->loops[carried]) == LOOP_PARALLEL))
        carried++;
    PlanMark mark = plan_mark(plan);
    if (carried >= 2) {
        if (bind_plane(plan, band->loops[0], band->loops[1]) && reduce_all(plan))
            return true;
        plan_return(plan, mark);
    }
    if (bind_wide_line(plan, band->loops[0]) && reduce_all(plan))
        return true;
    plan_return(plan, mark);
    if (bind_line(plan, band->loops[0]) && reduce_all(plan))
        return true;
    plan_return(plan, mark);
    return false;
}
