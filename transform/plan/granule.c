// Step 1: what a thread computes. Where operands are used by many threads of a block (a matrix product and its kin), a
// thread computes several results, and tiles of the operands lie in shared memory.
#include "transform/plan/planner.h"

// Neighbouring results of a thread (in 16 bytes, mostly), and how far the serial loop runs between two copies.
enum { LANES = 4, DEPTH = 16 };

static const TileShape shapes[] = {{128, 128, DEPTH, 8, 8, 2, 2}, {64, 64, DEPTH, 4, 4, 2, 0}};

// A block's results along one direction: so many threads, each with `groups` of LANES.
typedef struct Side {
    int64_t threads, groups;
} Side;

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

// Whether the array lies along the loop: neighbouring elements for neighbouring iterations.
static bool lies_along(const Plan *plan, const Array *array, LoopId loop)
{
    FOR_EACH(i, &plan->state->facts->accesses) {
        const Access *access = &plan->state->facts->accesses.items[i];
        int64_t distance;
        if (access->array == array && access_stride(plan->state->facts, access, loop, &distance) == STRIDE_CONSTANT &&
            (distance == 1 || distance == -1))
            return true;
    }
    return false;
}

static bool stage_operands(Plan *plan, const Reuse *reuse, const char *at)
{
    bool any = false;
    for (int i = 0; i < reuse->count; i++)
        any = plan_stage(plan, reuse->operands[i]->name, SPACE_SHARED, at) || any;
    return any;
}

// Tiles whose neighbours are those of a thread's results. Those that lie along the serial loop are turned while they are
// copied; four more elements a row spread what a warp stores over the banks.
static bool stage_for_lanes(Plan *plan, const Reuse *reuse, LoopId serial, const char *at)
{
    bool any = false;
    for (int i = 0; i < reuse->count; i++) {
        const Array *array = reuse->operands[i];
        Step step = {.kind = STEP_STAGE, .target = array->name, .space = SPACE_SHARED, .second = at};
        step.transpose = lies_along(plan, array, serial);
        step.size = !step.transpose ? 0 : array->element->size > LANES ? 16 / array->element->size : LANES;
        any = plan_try(plan, step) || any;
    }
    return any;
}

void stage_results(Plan *plan, const char *at)
{
    const Facts *facts = plan->state->facts;
    FOR_EACH(i, &facts->arrays)
        if (facts->arrays.items[i].written)
            plan_stage(plan, facts->arrays.items[i].array->name, SPACE_REGISTER, at);
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (access->is_write && access->array && access->array->space == SPACE_SCRATCH)
            plan_stage(plan, access->array->name, SPACE_REGISTER, at);
    }
}

// The loop in tiles of the block: i.tile, i.thread, and for each thread i.group (where there are several) of i.lane results.
static bool split_results(Plan *plan, const Loop *loop, Side side)
{
    const char *name = loop->name, *quad = part_of_loop(name, side.groups > 1 ? "quad" : "thread");
    Step lanes = {.kind = STEP_TILE, .target = part_of_loop(name, "elem"), .size = LANES, .outer = quad, .inner = part_of_loop(name, "lane")};
    Step apart = {.kind = STEP_STRIDE, .target = quad, .size = side.threads, .outer = part_of_loop(name, "thread"), .inner = part_of_loop(name, "group")};
    return plan_try(plan, lanes) && (side.groups == 1 || plan_try(plan, apart));
}

// Moves `inner` outside of the loops y.lane, y.group, x.lane, x.group as far as they stand around it.
static bool move_outside(Plan *plan, const char *const *names, int count, const char *inner)
{
    for (int i = 0; i < count; i++)
        if (!plan_interchange(plan, names[i], inner))
            return false;
    return true;
}

static bool several_results(Plan *plan, const Loop *y, const Loop *x, const Stmt *serial, const Reuse *reuse, const TileShape *shape)
{
    Side y_side = {shape->y / shape->results_y, shape->results_y / LANES}, x_side = {shape->x / shape->results_x, shape->results_x / LANES};
    const char *y_tile = part_of_loop(y->name, "tile"), *x_tile = part_of_loop(x->name, "tile");
    const char *y_thread = part_of_loop(y->name, "thread"), *x_thread = part_of_loop(x->name, "thread");
    const char *name = serial->loop->name, *tile = part_of_loop(name, "tile"), *elem = part_of_loop(name, "elem");
    const char *parts[] = {"lane", "group"};
    int count = 0, y_parts = y_side.groups > 1 ? 2 : 1, x_parts = x_side.groups > 1 ? 2 : 1;
    const char *results[4]; // innermost first
    LoopId origin = serial->loop->origin;
    if (!plan_tile(plan, y->name, shape->y) || !plan_tile(plan, x->name, shape->x) ||
        !plan_interchange(plan, part_of_loop(y->name, "elem"), x_tile) || !split_results(plan, y, y_side) || !split_results(plan, x, x_side))
        return false;
    for (int i = 0; i < y_parts; i++)
        if (!plan_interchange(plan, part_of_loop(y->name, parts[i]), x_thread))
            return false;
    if (!plan_bind(plan, y_tile, BIND_BLOCK_Y, 0) || !plan_bind(plan, x_tile, BIND_BLOCK_X, 0) ||
        !plan_bind(plan, y_thread, BIND_THREAD_Y, 0) || !plan_bind(plan, x_thread, BIND_THREAD_X, 0))
        return false;
    for (int i = 0; i < x_parts + y_parts; i++) {
        const char *loop = isolate(plan, i < x_parts ? part_of_loop(x->name, parts[i]) : part_of_loop(y->name, parts[i - x_parts]), name);
        if (!loop)
            return false;
        results[count++] = loop;
    }
    if (!plan_tile(plan, name, shape->depth) || !move_outside(plan, results, count, tile) || !move_outside(plan, results, count, elem))
        return false;
    for (int i = 0; i < 2; i++) {
        if (i < y_parts)
            unroll_all(plan, part_of_loop(y->name, parts[i]));
        if (i < x_parts)
            unroll_all(plan, part_of_loop(x->name, parts[i]));
    }
    plan_unroll(plan, elem);
    stage_results(plan, tile);
    if (!stage_for_lanes(plan, reuse, origin, tile))
        return false;
    plan_try(plan, (Step){.kind = STEP_PIPELINE, .target = tile, .size = shape->stages});
    if (shape->blocks)
        plan_try(plan, (Step){.kind = STEP_OCCUPY, .target = y_tile, .size = shape->blocks});
    return true;
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

// 8 x 8 results of 4 bytes are as many as fit into half of an SM's registers.
static bool has_wide_results(const Plan *plan)
{
    const Facts *facts = plan->state->facts;
    FOR_EACH(i, &facts->arrays)
        if (facts->arrays.items[i].written && facts->arrays.items[i].array->element->size > 4)
            return true;
    return false;
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
    const TileShape *tried[] = {plan->shape ? plan->shape : &shapes[has_wide_results(plan)], plan->shape ? NULL : &shapes[1], NULL};
    for (int i = 0; i < 3; i++) {
        const TileShape *shape = tried[i];
        bool bound = !batch || plan_bind(plan, batch->name, BIND_BLOCK_Z, 0);
        if (bound && shape && several_results(plan, y, x, serial, &reuse, shape)) {
            int built = plan->reused.built + 1;
            plan->reused = (Reused){y->origin, x->origin, batch ? batch->origin : 0, serial->loop->origin, *shape, built};
            return true;
        }
        if (bound && !shape && i == 2 && one_result(plan, y, x, name, &reuse))
            return true;
        plan_return(plan, mark);
    }
    return false;
}

// ---- any size

// The part of the loop that is bound to threads; the results of a thread, if several, lie `threads` apart: L.thread, L.reg.
static const char *split_plainly(Plan *plan, const Loop *loop, int64_t threads, int64_t results)
{
    const char *thread = part_of_loop(loop->name, "thread"), *elem = part_of_loop(loop->name, "elem");
    Step apart = {.kind = STEP_STRIDE, .target = elem, .size = threads, .outer = thread, .inner = part_of_loop(loop->name, "reg")};
    if (results == 1)
        return elem;
    return plan_try(plan, apart) ? thread : NULL;
}

static bool bind_plainly(Plan *plan, const Loop *y, const Loop *x, const PlainTile *tile)
{
    const char *y_tile = part_of_loop(y->name, "tile"), *x_tile = part_of_loop(x->name, "tile");
    if (!plan_tile(plan, y->name, tile->threads_y * tile->results_y) || !plan_tile(plan, x->name, tile->threads_x * tile->results_x) ||
        !plan_interchange(plan, part_of_loop(y->name, "elem"), x_tile))
        return false;
    const char *y_thread = split_plainly(plan, y, tile->threads_y, tile->results_y), *x_thread = split_plainly(plan, x, tile->threads_x, tile->results_x);
    return y_thread && x_thread && (tile->results_y == 1 || plan_interchange(plan, part_of_loop(y->name, "reg"), x_thread)) &&
           plan_bind(plan, y_tile, BIND_BLOCK_Y, 0) && plan_bind(plan, x_tile, BIND_BLOCK_X, 0) &&
           plan_bind(plan, y_thread, BIND_THREAD_Y, 0) && plan_bind(plan, x_thread, BIND_THREAD_X, 0);
}

bool arrange_plain_tile(Plan *plan, const Stmt *root, const Loop *y, const Loop *x, const Loop *batch, const PlainTile *tile)
{
    int index, count = 0;
    const char *results[2]; // innermost first
    const Stmt *inner = stmt_find_loop(root, y->id);
    inner = inner ? stmt_find_loop(inner, x->id) : NULL;
    const Stmt *serial = inner ? serial_loop(inner->body, &index) : NULL;
    Reuse reuse = serial ? find_reuse(plan, x, y, serial) : (Reuse){0};
    if (!reuse.along_x || !reuse.along_y)
        return false;
    PlanMark mark = plan_mark(plan);
    const char *name = serial->loop->name, *steps = part_of_loop(name, "tile");
    bool made = (!batch || plan_bind(plan, batch->name, BIND_BLOCK_Z, 0)) && bind_plainly(plan, y, x, tile);
    for (int i = 0; made && i < 2; i++) {
        const Loop *loop = i ? y : x;
        if ((i ? tile->results_y : tile->results_x) == 1)
            continue;
        results[count] = isolate(plan, part_of_loop(loop->name, "reg"), name);
        made = results[count++] != NULL;
    }
    made = made && plan_tile(plan, name, tile->depth) && move_outside(plan, results, count, steps) &&
           move_outside(plan, results, count, part_of_loop(name, "elem"));
    for (int i = 0; made && i < 2; i++)
        unroll_all(plan, part_of_loop((i ? y : x)->name, "reg"));
    if (made)
        stage_results(plan, steps);
    if (made && stage_operands(plan, &reuse, steps))
        return true;
    plan_return(plan, mark);
    return false;
}
