// Results of a thread next to each other (contract in lanes.h).
#include "transform/plan/arrange/lanes.h"

#include "transform/plan/plan_steps.h"
#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

// The loop directly around the other one.
static const char *loop_around(const Plan *plan, const Loop *inner)
{
    Path path;
    const Stmt *stmt = stmt_find_loop(plan->candidate->tree, inner->id);
    return stmt && tree_path(plan->candidate->tree, stmt, &path) && path.count > 1
               ? path.loops[path.count - 2]->loop->name
               : NULL;
}

bool lanes_isolate(Plan *plan, const Loop *inner, int before, int after)
{
    Step cut = {.kind = STEP_DISTRIBUTE, .loop = loop_around(plan, inner), .count = before};
    if (!cut.loop || (before && !plan_try(plan, cut)))
        return false;
    Step rest = {.kind = STEP_DISTRIBUTE, .loop = loop_around(plan, inner), .count = 1};
    return !after || plan_try(plan, rest);
}

bool lanes_move_inwards(Plan *plan, const char *inner)
{
    const Stmt *stmt = tree_loop(plan->candidate->tree, inner);
    const char *lane = stmt ? loop_around(plan, stmt->loop) : NULL;
    return lane && plan_interchange(plan, lane, inner);
}

typedef struct Lanes {
    const Symbol *iterator;
    const char *names[MAX_DEPTH];
    int count;
} Lanes;

static bool gather_lanes(void *context, const Stmt *stmt)
{
    Lanes *lanes = context;
    if (stmt->kind == ST_LOOP && stmt->loop->iterator == lanes->iterator && lanes->count < MAX_DEPTH)
        lanes->names[lanes->count++] = stmt->loop->name;
    return true;
}

bool lanes_unroll(Plan *plan, const char *lane)
{
    const Stmt *stmt = tree_loop(plan->candidate->tree, lane);
    Lanes lanes = {.iterator = stmt ? stmt->loop->iterator : NULL};
    stmt_walk(plan->candidate->tree, gather_lanes, &lanes);
    for (int i = 0; i < lanes.count; i++)
        if (!plan_unroll(plan, lanes.names[i]))
            return false;
    return true;
}
