// Step 1: what a thread computes. Where operands are used by many threads of a block (a matrix product and its kin), a
// thread computes several results, and tiles of the operands lie in shared memory.
#include "transform/plan/planner.h"

enum { TILE = 64, DEPTH = 16, RESULTS = 4 };

// ---- is there reuse?

typedef struct Reuse {
    bool along_x, along_y; // some operand stays the same along that loop while the serial loop moves it
    const Array *operands[MAX_DIMS];
    int count;
} Reuse;

static bool stays(const Plan *plan, const Access *access, const Loop *loop)
{
    int64_t distance;
    return access_stride(plan->state->facts, access, loop->origin, &distance) == STRIDE_ZERO;
}

static void add_operand(Reuse *reuse, const Array *array)
{
    for (int i = 0; i < reuse->count; i++)
        if (reuse->operands[i] == array)
            return;
    if (reuse->count < MAX_DIMS)
        reuse->operands[reuse->count++] = array;
}

static Reuse find_reuse(const Plan *plan, const Loop *x, const Loop *y, const Stmt *serial)
{
    Reuse reuse = {0};
    const Facts *facts = plan->state->facts;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        const ArrayFact *array = access->array ? facts_array(facts, access->array) : NULL;
        if (!array || array->written || !access->affine || !stmt_contains_id(serial, access->stmt->id) || stays(plan, access, serial->loop))
            continue;
        bool along_x = stays(plan, access, x), along_y = stays(plan, access, y);
        reuse.along_x = reuse.along_x || (along_x && !along_y);
        reuse.along_y = reuse.along_y || (along_y && !along_x);
        if (along_x != along_y)
            add_operand(&reuse, access->array);
    }
    return reuse;
}

// The only loop among the items of the body, and its index; NULL: there is none, or control flow stands beside it.
static const Stmt *serial_loop(const Stmt *body, int *index)
{
    const Stmt *found = NULL;
    int count = body->kind == ST_BLOCK ? body->nitems : 1;
    for (int i = 0; i < count; i++) {
        const Stmt *item = body->kind == ST_BLOCK ? body->items[i] : body;
        if (item->kind == ST_LOOP && !found) {
            found = item;
            *index = i;
        } else if (item->kind != ST_ASSIGN && item->kind != ST_DECLARE) {
            return NULL;
        }
    }
    return found;
}

// ---- several results a thread

static const Stmt *loop_named(const Plan *plan, const char *name)
{
    return stmt_find_loop_named(plan->tree, name);
}

// Parts the statements around the serial loop from it, so that `loop` holds nothing else; the name of that loop.
static const char *isolate(Plan *plan, const char *loop, const char *serial)
{
    for (int tries = 0; tries < 2; tries++) {
        const Stmt *stmt = loop_named(plan, loop);
        int at = -1;
        for (int i = 0; stmt && stmt->body->kind == ST_BLOCK && i < stmt->body->nitems; i++)
            if (stmt_find_loop_named(stmt->body->items[i], serial))
                at = i;
        if (!stmt || (at < 0 && stmt->body->kind == ST_BLOCK))
            return NULL;
        bool last = at < 0 || at == stmt->body->nitems - 1;
        if (at <= 0 && last)
            return loop;
        Step step = {.kind = STEP_DISTRIBUTE, .target = loop, .size = at > 0 ? at : 1};
        if (!plan_try(plan, step))
            return NULL;
        if (at > 0) { // the new loop holds it
            const char *number = NULL;
            for (int n = 2; !number; n++) {
                const char *name = intern_printf("%s#%d", loop, n);
                const Stmt *candidate = loop_named(plan, name);
                if (!candidate)
                    return NULL;
                number = stmt_find_loop_named(candidate->body, serial) ? name : NULL;
            }
            loop = number;
        }
    }
    return loop;
}

static void unroll_all(Plan *plan, const char *name)
{
    plan_unroll(plan, name);
    for (int n = 2; loop_named(plan, intern_printf("%s#%d", name, n)); n++)
        plan_unroll(plan, intern_printf("%s#%d", name, n));
}

static bool stage_operands(Plan *plan, const Reuse *reuse, const char *at)
{
    bool any = false;
    for (int i = 0; i < reuse->count; i++)
        any = plan_stage(plan, reuse->operands[i]->name, SPACE_SHARED, at) || any;
    return any;
}

void stage_results(Plan *plan, const char *at)
{
    const Facts *facts = plan->state->facts;
    FOR_EACH(i, &facts->arrays)
        if (facts->arrays.items[i].written)
            plan_stage(plan, facts->arrays.items[i].array->name, SPACE_REGISTER, at);
}

static bool several_results(Plan *plan, const Loop *y, const Loop *x, const char *serial, const Reuse *reuse)
{
    const char *y_tile = part_of_loop(y->name, "tile"), *x_tile = part_of_loop(x->name, "tile");
    const char *y_elem = part_of_loop(y->name, "elem"), *x_elem = part_of_loop(x->name, "elem");
    const char *y_thread = part_of_loop(y->name, "thread"), *x_thread = part_of_loop(x->name, "thread");
    const char *y_reg = part_of_loop(y->name, "reg"), *x_reg = part_of_loop(x->name, "reg");
    const char *tile = part_of_loop(serial, "tile"), *elem = part_of_loop(serial, "elem");
    Step rows = {.kind = STEP_TILE, .target = y_elem, .size = RESULTS, .outer = y_thread, .inner = y_reg};
    Step columns = {.kind = STEP_STRIDE, .target = x_elem, .size = TILE / RESULTS, .outer = x_thread, .inner = x_reg};
    if (!plan_tile(plan, y->name, TILE) || !plan_tile(plan, x->name, TILE) || !plan_interchange(plan, y_elem, x_tile) ||
        !plan_try(plan, rows) || !plan_try(plan, columns) || !plan_interchange(plan, y_reg, x_thread) ||
        !plan_bind(plan, y_tile, BIND_BLOCK_Y, 0) || !plan_bind(plan, x_tile, BIND_BLOCK_X, 0) ||
        !plan_bind(plan, y_thread, BIND_THREAD_Y, 0) || !plan_bind(plan, x_thread, BIND_THREAD_X, 0))
        return false;
    const char *inner = isolate(plan, x_reg, serial), *outer = inner ? isolate(plan, y_reg, serial) : NULL;
    if (!outer || !plan_tile(plan, serial, DEPTH) || !plan_interchange(plan, inner, tile) ||
        !plan_interchange(plan, outer, tile) || !plan_interchange(plan, inner, elem) || !plan_interchange(plan, outer, elem))
        return false;
    unroll_all(plan, y_reg);
    unroll_all(plan, x_reg);
    stage_results(plan, tile);
    return stage_operands(plan, reuse, tile);
}

static bool one_result(Plan *plan, const Loop *y, const Loop *x, const char *serial, const Reuse *reuse)
{
    const char *y_tile = part_of_loop(y->name, "tile"), *x_tile = part_of_loop(x->name, "tile");
    const char *y_elem = part_of_loop(y->name, "elem"), *x_elem = part_of_loop(x->name, "elem");
    const char *tile = part_of_loop(serial, "tile");
    if (!plan_tile(plan, y->name, DEPTH) || !plan_tile(plan, x->name, DEPTH) || !plan_interchange(plan, y_elem, x_tile) ||
        !plan_bind(plan, y_tile, BIND_BLOCK_Y, 0) || !plan_bind(plan, x_tile, BIND_BLOCK_X, 0) ||
        !plan_bind(plan, y_elem, BIND_THREAD_Y, 0) || !plan_bind(plan, x_elem, BIND_THREAD_X, 0) ||
        !plan_tile(plan, serial, DEPTH))
        return false;
    stage_results(plan, tile);
    return stage_operands(plan, reuse, tile);
}

bool arrange_reuse(Plan *plan, const Stmt *root, const Loop *y, const Loop *x, const Loop *batch)
{
    int index;
    const Stmt *inner = stmt_find_loop(root, y->id);
    inner = inner ? stmt_find_loop(inner, x->id) : NULL;
    const Stmt *serial = inner ? serial_loop(inner->body, &index) : NULL;
    if (!serial)
        return false;
    Reuse reuse = find_reuse(plan, x, y, serial);
    if (!reuse.along_x || !reuse.along_y)
        return false;
    const char *name = serial->loop->name;
    PlanMark mark = plan_mark(plan);
    for (int attempt = 0; attempt < 2; attempt++) {
        bool bound = !batch || plan_bind(plan, batch->name, BIND_BLOCK_Z, 0);
        if (bound && (attempt ? one_result : several_results)(plan, y, x, name, &reuse))
            return true;
        plan_return(plan, mark);
    }
    return false;
}
