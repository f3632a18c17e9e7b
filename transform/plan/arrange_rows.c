// Rows: where the inner loops walk along memory and the parallel loop around them does not, a warp takes a row.
#include "transform/plan/planner.h"

enum { LANES = 32, ROWS_A_BLOCK = 8, VECTORS_IN_FLIGHT = 2 };

static bool is_short(const Plan *plan, const Loop *loop)
{
    const LoopFact *fact = facts_loop(plan->state->facts, loop->origin);
    return !fact || !fact->affine || (fact->constant_trip >= 0 && fact->constant_trip < LANES);
}

static bool is_unit(StrideKind kind, int64_t distance)
{
    return kind == STRIDE_CONSTANT && (distance == 1 || distance == -1);
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
        if (is_unit(along_inner, near) && along_row != STRIDE_ZERO && !is_unit(along_row, far))
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
        LoopVerdict verdict = item->kind == ST_LOOP ? verdict_of(plan, item->loop) : LOOP_OPAQUE;
        bool good = verdict == LOOP_PARALLEL || verdict == LOOP_REDUCTION;
        if (!good || is_short(plan, item->loop) || count == most)
            return 0;
        walks = walks || walks_along(plan, item, item->loop, row->loop);
        loops[count++] = item->loop;
    }
    return walks ? count : 0;
}

static bool bind_wide(Plan *plan, const Loop *loop)
{
    PlanMark mark = plan_mark(plan);
    const char *group = plan_groups(plan, loop, lanes_for(plan, tree_loop(plan->tree, loop->name), loop));
    if (group && plan_stride(plan, group, LANES) && plan_bind(plan, part_of_loop(group, "worker"), BIND_THREAD_X, 0) &&
        plan_vectors(plan, loop, part_of_loop(group, "turn"), VECTORS_IN_FLIGHT))
        return true;
    plan_return(plan, mark);
    return false;
}

static bool bind_inner(Plan *plan, const Loop *const *loops, int count)
{
    for (int i = 0; i < count; i++)
        if (!bind_wide(plan, loops[i]) && (!plan_stride(plan, loops[i]->name, LANES) ||
            !plan_bind(plan, part_of_loop(loops[i]->name, "worker"), BIND_THREAD_X, 0)))
            return false;
    return true;
}

bool arrange_rows(Plan *plan, const Stmt *row)
{
    const Loop *loops[MAX_DEPTH];
    int count = inner_loops(plan, row, loops, MAX_DEPTH);
    const char *name = row->loop->name;
    PlanMark mark = plan_mark(plan);
    if (count && plan_tile(plan, name, ROWS_A_BLOCK) && plan_bind(plan, part_of_loop(name, "tile"), BIND_BLOCK_X, 0) &&
        plan_bind(plan, part_of_loop(name, "elem"), BIND_THREAD_Y, 0) && bind_inner(plan, loops, count) && reduce_all(plan) &&
        plan_lowers(plan))
        return true;
    plan_return(plan, mark);
    return false;
}
