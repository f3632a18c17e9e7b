// Rows: where the inner loops walk along memory and the parallel loop around them does not, several lanes take a row: half a warp
// with 16 bytes at a time, so that short rows keep many loads on their way, two warps where lengths are data, so that a long row
// does, else a warp.
#include "transform/plan/planner.h"

enum { LANES = 32, WIDE_LANES = 16, DATA_LANES = 64, THREADS = 256, VECTORS_IN_FLIGHT = 4, TURNS_IN_FLIGHT = 16 };

// Whether the bounds are data, as in rows that lie packed one behind the other.
static bool is_data(const Plan *plan, const Loop *loop)
{
    const LoopFact *fact = facts_loop(plan->state->facts, loop->origin);
    return fact && fact->shared != fact->verdict;
}

static bool is_short(const Plan *plan, const Loop *loop)
{
    const LoopFact *fact = facts_loop(plan->state->facts, loop->origin);
    return !fact || (!fact->affine && !is_data(plan, loop)) || (fact->constant_trip >= 0 && fact->constant_trip < LANES);
}

static bool is_unit(StrideKind kind, int64_t distance)
{
    return kind == STRIDE_CONSTANT && (distance == 1 || distance == -1);
}

static LoopVerdict shared_verdict(const Plan *plan, const Loop *loop)
{
    const LoopFact *fact = facts_loop(plan->state->facts, loop->origin);
    return fact ? fact->shared : LOOP_OPAQUE;
}

// Whether some access walks along memory with the inner loop, and jumps with the row loop.
static bool walks_along(const Plan *plan, const Stmt *item, const Loop *inner, const Loop *row)
{
    const Facts *facts = plan->state->facts;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        int64_t near = 0, far = 0;
        if (!access->array || !holds_statement(item, access->stmt->id))
            continue;
        StrideKind along_inner = access_stride(facts, access, inner->origin, &near);
        StrideKind along_row = access_stride(facts, access, row->origin, &far);
        bool elsewhere = along_row == STRIDE_ZERO ? is_data(plan, inner) : !is_unit(along_row, far);
        if (is_unit(along_inner, near) && elsewhere)
            return true;
    }
    return false;
}

// The inner loops: items of the row's body, each parallel or a reduction, and long.
static int inner_loops(const Plan *plan, const Stmt *row, const Loop **loops, int most)
{
    const Stmt *body = row->body;
    int count = 0, items = body->kind == ST_BLOCK ? body->nitems : 1;
    bool walks = false;
    for (int i = 0; i < items; i++) {
        const Stmt *item = body->kind == ST_BLOCK ? body->items[i] : body;
        if (item->kind == ST_ASSIGN || item->kind == ST_DECLARE)
            continue;
        LoopVerdict verdict = item->kind == ST_LOOP ? shared_verdict(plan, item->loop) : LOOP_OPAQUE;
        bool good = verdict == LOOP_PARALLEL || verdict == LOOP_REDUCTION;
        if (!good || is_short(plan, item->loop) || count == most)
            return 0;
        walks = walks || walks_along(plan, item, item->loop, row->loop);
        loops[count++] = item->loop;
    }
    return walks ? count : 0;
}

static bool bind_wide(Plan *plan, const Loop *loop, int64_t lanes)
{
    PlanMark mark = plan_mark(plan);
    if (is_data(plan, loop))
        return false;
    const char *group = plan_groups(plan, loop, lanes_for(plan, tree_loop(plan->tree, loop->name), loop));
    if (group && plan_stride(plan, group, lanes) && plan_bind(plan, part_of_loop(group, "worker"), BIND_THREAD_X, 0) &&
        plan_vectors(plan, loop, part_of_loop(group, "turn"), VECTORS_IN_FLIGHT))
        return true;
    plan_return(plan, mark);
    return false;
}

static bool is_straight(const Stmt *body)
{
    return !tree_has_kind(body, ST_LOOP) && !tree_has_kind(body, ST_WHILE) && !tree_has_kind(body, ST_EVALUATE);
}

// Rows of lengths that are data: a long one shall not keep its warp from many loads at a time.
static bool bind_narrow(Plan *plan, const Loop *loop, int64_t lanes)
{
    const char *turn = part_of_loop(loop->name, "turn");
    if (!plan_stride(plan, loop->name, lanes) || !plan_bind(plan, part_of_loop(loop->name, "worker"), BIND_THREAD_X, 0))
        return false;
    if (is_data(plan, loop) && is_straight(tree_loop(plan->tree, turn)->body))
        plan_try(plan, (Step){.kind = STEP_UNROLL, .target = turn, .size = TURNS_IN_FLIGHT});
    return true;
}

// How many lanes fit all of the loops, which share them.
static int64_t lanes_of_row(const Plan *plan, const Loop *const *loops, int count)
{
    bool wide = true;
    for (int i = 0; i < count; i++) {
        if (is_data(plan, loops[i]))
            return DATA_LANES;
        wide = wide && lanes_for(plan, tree_loop(plan->tree, loops[i]->name), loops[i]) > 1;
    }
    return wide ? WIDE_LANES : LANES;
}

static bool bind_inner(Plan *plan, const Loop *const *loops, int count, int64_t lanes)
{
    for (int i = 0; i < count; i++)
        if (!bind_wide(plan, loops[i], lanes) && !bind_narrow(plan, loops[i], lanes))
            return false;
    return true;
}

bool arrange_rows(Plan *plan, const Stmt *row)
{
    const Loop *loops[MAX_DEPTH];
    int count = inner_loops(plan, row, loops, MAX_DEPTH);
    const char *name = row->loop->name;
    int64_t lanes = lanes_of_row(plan, loops, count);
    PlanMark mark = plan_mark(plan);
    if (count && plan_tile(plan, name, THREADS / lanes) && plan_bind(plan, part_of_loop(name, "tile"), BIND_BLOCK_X, 0) &&
        plan_bind(plan, part_of_loop(name, "elem"), BIND_THREAD_Y, 0) && bind_inner(plan, loops, count, lanes) && reduce_all(plan) &&
        plan_lowers(plan))
        return true;
    plan_return(plan, mark);
    return false;
}
