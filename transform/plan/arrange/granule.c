// Step 1: the work of one thread. If many threads of a block use the same operands (a matrix product and similar
// nests), a thread computes several results, and tiles of the operands are in shared memory.
#include "transform/plan/arrange/arrange.h"
#include "transform/plan/arrange/granule.h"
#include "transform/plan/arrange/granule_parts.h"
#include "transform/plan/clauses.h"
#include "transform/plan/plan_steps.h"
#include "transform/plan/resources/resources.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

#include <string.h>

// Threads of a warp along memory, and the block of one_result.
// Bytes cannot be copied asynchronously: a word has four steps, tiles are deep enough to wait for, and other blocks
// work meanwhile. OTHERS: registers for addresses and counts.
enum { ACROSS = 8, DEPTH = 16, PACKED = 4, PACKED_DEPTH = 32, OTHERS = 32 };

// ---- is there reuse?

// Elements between the ends of rows that are transposed while they are copied: they distribute a warp's stores over the
// banks.
static int64_t pad_of(const Array *array)
{
    return array->element->size > LANES ? 16 / array->element->size : LANES;
}

// One array may be several operands, as in the product of a matrix and itself, or with interleaved real and imaginary
// parts.
static void add_operand(const Plan *plan, Reuse *reuse, const Access *access, LoopId serial, bool along_x)
{
    for (int i = 0; i < reuse->count; i++)
        if (reuse->operands[i]->array == access->array && reuse->stays_along_x[i] == along_x &&
            expr_equal(reuse->operands[i]->expr, access->expr))
            return;
    if (reuse->count == MAX_DIMS)
        return;
    reuse->views = reuse->views || !access->affine || access_has_quotients(access->expr);
    reuse->operands[reuse->count] = access;
    reuse->stays_along_x[reuse->count++] = along_x;
    *(along_x ? &reuse->bytes.y : &reuse->bytes.x) += access->array->element->size;
    reuse->bytes.pads += operand_walks(plan->candidate->facts, access, serial)
                             ? pad_of(access->array) * access->array->element->size
                             : 0;
}

static bool adds_doubles(const Facts *facts, LoopId serial)
{
    bool found = false;
    FOR_EACH(i, &facts->reductions) {
        const Reduction *reduction = &facts->reductions.items[i];
        if (!reduction_runs_along(reduction, serial))
            continue;
        if (reduction->op != OP_ADD || reduction->type->kind != TY_F64)
            return false;
        found = true;
    }
    return found;
}

static Reuse find_reuse(const Plan *plan, const Loop *x, const Loop *y, const Stmt *serial)
{
    const Facts *facts = plan->candidate->facts;
    const LoopFact *sums = facts_loop(facts, serial->loop->origin);
    const Stmt *results =
        stmt_find_loop(plan->candidate->tree, x->id); // of a region other loops may have written the operands
    Reuse reuse = {.bytes.sums = sums ? sums->reductions.count : 1,
                   .doubles = adds_doubles(facts, serial->loop->origin)};
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (!operand_is_unchanged(facts, access, results) || !operand_is_known(access) ||
            !stmt_contains_id(serial, access->stmt->id) || operand_stays(facts, access, serial->loop->origin))
            continue;
        bool along_x = operand_stays(facts, access, x->origin), along_y = operand_stays(facts, access, y->origin);
        reuse.along_x = reuse.along_x || (along_x && !along_y);
        reuse.along_y = reuse.along_y || (along_y && !along_x);
        if (along_x != along_y)
            add_operand(plan, &reuse, access, serial->loop->origin, along_x);
    }
    reuse.packs = reuse.count > 0;
    for (int i = 0; i < reuse.count; i++)
        reuse.packs = reuse.packs && reuse.operands[i]->array->element->size == 1;
    return reuse;
}

static bool look_for_loop(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found = *found || stmt->kind == ST_LOOP || stmt->kind == ST_WHILE;
    return !*found;
}

static bool holds_loop(const Stmt *stmt)
{
    bool found = false;
    stmt_walk(stmt, look_for_loop, &found);
    return found;
}

// The only loop among the items of the body, and its index; NULL: there is none, or one is in a branch.
static const Stmt *serial_loop(const Stmt *body, int *index)
{
    const Stmt *found = NULL;
    int count = stmt_count(body);
    for (int i = 0; i < count; i++) {
        const Stmt *item = stmt_item(body, i);
        if (item->kind == ST_LOOP && !found) {
            found = item;
            *index = i;
        } else if (item->kind != ST_ASSIGN && item->kind != ST_DECLARE && (item->kind != ST_IF || holds_loop(item))) {
            return NULL;
        }
    }
    return found;
}

// The summation loops of a result, outermost first, perfectly nested from the first one on: steps of the last one have
// tiles.
typedef struct Sum {
    const Stmt *loops[MAX_DEPTH];
    int count;
    const Stmt *around; // a loop around them that x holds (loop_inside), or NULL
    const Stmt *last;
} Sum;

static bool is_long(const Plan *plan, const Stmt *loop)
{
    const LoopFact *fact = facts_loop(plan->candidate->facts, loop->loop->origin);
    return fact && fact->verdict == LOOP_REDUCTION && (fact->constant_trip < 0 || fact->constant_trip >= DEPTH);
}

// A loop that is the whole body of the innermost result loop: another batch, or one that adds sums; threads take its
// iterations one after the other. NULL: there is none.
static const Stmt *loop_inside(const Plan *plan, const Stmt *results)
{
    const Stmt *around = only_loop(results->body);
    LoopVerdict verdict = around ? verdict_of(plan, around->loop) : LOOP_OPAQUE;
    return verdict == LOOP_PARALLEL || (verdict == LOOP_REDUCTION && !only_loop(around->body)) ? around : NULL;
}

// The sum for results whose innermost loop is `inner`; .count 0: there is no such loop.
static Sum find_sum(const Plan *plan, const Stmt *inner)
{
    int index;
    Sum sum = {.around = loop_inside(plan, inner)};
    const Stmt *serial_inside = sum.around ? serial_loop(sum.around->body, &index) : NULL;
    sum.around = serial_inside ? sum.around : NULL;
    for (const Stmt *loop = serial_inside ? serial_inside : serial_loop(inner->body, &index);
         loop && sum.count < MAX_DEPTH; sum.last = loop, loop = only_loop(loop->body)) {
        if (sum.count && (!is_long(plan, loop) || !is_long(plan, sum.last)))
            break;
        sum.loops[sum.count++] = loop;
    }
    return sum;
}

// ---- several results a thread

static const Stmt *loop_named(const Plan *plan, const char *name)
{
    return stmt_find_loop_named(plan->candidate->tree, name);
}

// Separates the statements around the serial loop from it, so that `loop` holds nothing else; returns the name of that
// loop.
static const char *detach(Plan *plan, const char *loop, const char *serial)
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
        Step step = {.kind = STEP_DISTRIBUTE, .loop = loop, .count = at > 0 ? at : 1};
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
        any = plan_stage(plan, reuse->operands[i]->array->name, SPACE_SHARED, at) || any;
    return any;
}

// Tiles whose neighbours are those of a thread's results. Operands that lie along the serial loop are transposed while
// they are copied.
static bool stage_for_lanes(Plan *plan, const Reuse *reuse, LoopId serial, const char *at)
{
    bool any = false;
    for (int i = 0; i < reuse->count; i++) {
        const Array *array = reuse->operands[i]->array;
        Step step = {.kind = STEP_STAGE, .array = array->name, .space = SPACE_SHARED, .loop = at};
        step.transpose = operand_walks(plan->candidate->facts, reuse->operands[i], serial);
        step.pad = !step.transpose ? 0 : reuse->packs ? LANES : pad_of(array);
        step.pack = reuse->packs ? PACKED : 0;
        step.wide = !step.transpose || reuse->packs;
        bool made = step.wide && plan_try(plan, step);
        step.wide = false;
        any = made || plan_try(plan, step) || any;
    }
    return any;
}

void stage_results(Plan *plan, const char *at)
{
    const Facts *facts = plan->candidate->facts;
    FOR_EACH(i, &facts->arrays)
        if (facts->arrays.items[i].written)
            plan_stage(plan, facts->arrays.items[i].array->name, SPACE_REGISTER, at);
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (access->is_write && access->array && access->array->space == SPACE_SCRATCH)
            plan_stage(plan, access->array->name, SPACE_REGISTER, at);
    }
}

// Moves `inner` outside of the loops around it, innermost first.
static bool move_outside(Plan *plan, const char *const *names, int count, const char *inner)
{
    for (int i = 0; i < count; i++)
        if (!plan_interchange(plan, names[i], inner))
            return false;
    return true;
}

// The accumulators of the serial loop are held in registers while the loop `at` runs.
static void hold_results(Plan *plan, const Stmt *serial, const char *at)
{
    const Facts *facts = plan->candidate->facts;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (access->is_write && access->array && stmt_contains_id(serial, access->stmt->id))
            plan_stage(plan, access->array->name, SPACE_REGISTER, at);
    }
}

static bool stays_along(const Facts *facts, const Access *access, const Sum *sum)
{
    bool stays = true;
    for (int i = 0; i < sum->count; i++)
        stays = stays && access_stays(facts, access, sum->loops[i]->loop->origin);
    return stays;
}

// What is read of rows and of columns without the serial loop: it would be loaded for each step, where the result
// exists. `thread`: the loop that is one thread; elements that move with an outer loop of the sum are held while the
// last one runs.
static void hold_invariants(Plan *plan, const Sum *sum, const Loop *y, const Loop *x, const char *thread)
{
    const Facts *facts = plan->candidate->facts;
    const Loop *serial = sum->last->loop;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        bool reads = access->array && !access->is_write && access->affine && access->array->space == SPACE_GLOBAL &&
                     !tree_writes_array(sum->last, access->array) && stmt_contains_id(sum->last, access->stmt->id);
        bool moves = reads && !(access_stays(facts, access, x->origin) && access_stays(facts, access, y->origin));
        if (moves && access_stays(facts, access, serial->origin))
            plan_stage(plan, access->array->name, SPACE_REGISTER,
                       stays_along(facts, access, sum) ? thread : serial->name);
    }
}

// In a triangle all rows of a tile are as long as the longest of them: only elements of the triangle are then loaded
// and stored.
static bool rectangularize_rows(Plan *plan, const Side *y, const Side *x, const Stmt *serial)
{
    const Symbol *iterator = y->loop->iterator;
    bool changes = expr_mentions(x->loop->lower, iterator) || expr_mentions(x->loop->upper, iterator);
    if (changes)
        hold_results(plan, serial, serial->loop->name);
    return !changes || plan_try(plan, (Step){.kind = STEP_RECTANGULARIZE, .loop = x->loop->name, .other = y->elem});
}

static bool sum_varies(const Loop *sum, const Loop *y, const Loop *x)
{
    Varying around = {.loops = {y, x}, .count = 2};
    return varying_mentions_bounds(&around, sum);
}

// Sums whose length is another one in each row or column of a tile: what all of the tile add up is apart from the rest.
// The innermost loop has whole tiles of `depth` steps.
static bool isolate_common_steps(Plan *plan, const Sum *sum, const Side *y, const Side *x, int64_t depth)
{
    for (int i = 0; i < sum->count; i++) {
        const Loop *loop = sum->loops[i]->loop;
        Step step = {
            .kind = STEP_ISOLATE, .loop = loop->name, .other = y->elem, .size = sum->loops[i] == sum->last ? depth : 0};
        if (sum_varies(loop, y->loop, x->loop) && !plan_try(plan, step))
            return false;
    }
    return true;
}

// Blocks, warps of 8 threads along memory and 4 across, and the results of a thread inside of them.
static bool bind_tile(Plan *plan, const Side *y, const Side *x, const Sum *sum, int64_t depth)
{
    return plan_tile(plan, y->loop->name, y->size) && rectangularize_rows(plan, y, x, sum->last) &&
           plan_tile(plan, x->loop->name, x->size) && plan_interchange(plan, y->elem, x->tile) &&
           isolate_common_steps(plan, sum, y, x, depth) && split_results(plan, y) && split_results(plan, x) &&
           (x->warps == 1 || move_outside(plan, y->parts, y->count, x->warp)) &&
           move_outside(plan, y->parts, y->count, x->thread) && plan_bind(plan, y->tile, BIND_BLOCK_Y, 0) &&
           plan_bind(plan, x->tile, BIND_BLOCK_X, 0) && plan_bind(plan, y->thread, BIND_THREAD_Y, 0) &&
           (x->warps == 1 || plan_bind(plan, x->warp, BIND_THREAD_Z, 0)) &&
           plan_bind(plan, x->thread, BIND_THREAD_X, 0);
}

// Fragments of the operands are in registers before they are used, and the next tiles are copied meanwhile. The results
// of every other row are computed backwards: the next multiplication uses the registers that were read last.
static void overlap_steps(Plan *plan, const Reuse *reuse, const char *tile, const char *elem,
                          const char *const *results, int nx, int ny, int stages)
{
    for (int i = reuse->count - 1; i >= 0; i--)
        plan_try(plan, (Step){.kind = STEP_LOAD_FRAGMENTS, .array = reuse->operands[i]->array->name, .loop = elem});
    for (int i = nx - 1; i >= 0 && ny > 0; i--)
        plan_try(plan, (Step){.kind = STEP_SERPENTINE, .loop = results[i], .other = results[nx]});
    plan_try(plan, (Step){.kind = STEP_PIPELINE, .loop = tile, .stages = stages});
}

// Iterations beside whole tiles also use tiles, but these are copied once and not unrolled. Otherwise each thread would
// load operands from memory that all threads use.
static void stage_rest(Plan *plan, const Reuse *reuse, LoopId serial, const char *rest, int64_t depth)
{
    const char *tile = part_of_loop(rest, "tile");
    const Candidate *mark = plan->candidate;
    bool made = loop_named(plan, rest) && plan_tile(plan, rest, depth);
    for (int i = 0; made && i < reuse->count; i++) {
        const Array *array = reuse->operands[i]->array;
        bool transposed = operand_walks(plan->candidate->facts, reuse->operands[i], serial);
        made = plan_try(plan, (Step){.kind = STEP_STAGE,
                                     .array = array->name,
                                     .space = SPACE_SHARED,
                                     .loop = tile,
                                     .transpose = transposed,
                                     .pad = transposed ? pad_of(array) : 0});
    }
    if (!made)
        plan->candidate = mark;
}

typedef struct Window {
    const Symbol *iterator;
    int64_t length;
} Window;

static bool look_for_window(void *context, const Expr *expr)
{
    Window *window = context;
    int64_t length = expr_divisor_of(expr, window->iterator);
    window->length = length ? length : window->length;
    return true;
}

// Steps of a tile, of an operand whose subscripts are quotients by the length of a window: whole windows, and chunks of
// neighbours of the other operand (8 elements, a sector). What a thread copies then has few quotients.
static int64_t depth_of_views(const Stmt *serial, int64_t depth)
{
    enum { SECTOR = 8, DEEPEST = 64 };
    Window window = {.iterator = serial->loop->iterator};
    stmt_walk_expressions(serial, look_for_window, &window);
    int64_t whole = window.length, chunks = SECTOR;
    while (whole && chunks < depth && chunks + SECTOR <= DEEPEST)
        chunks += SECTOR;
    while (whole && chunks % whole && chunks <= DEEPEST)
        chunks += SECTOR;
    return whole && chunks <= DEEPEST ? chunks : depth;
}

static Sum sum_of_results(const Plan *plan, const Stmt *root, const Loop *y, const Loop *x)
{
    const Stmt *inner = stmt_find_loop(root, y->id);
    inner = inner ? stmt_find_loop(inner, x->id) : NULL;
    return inner ? find_sum(plan, inner) : (Sum){0};
}

// Deep tiles are good for long sums. If copies begin anew in each iteration of an outer loop, or for a part of a sum, a
// block that is alone on its SM waits for the first of them.
static TileShape shape_of_steps(const Plan *plan, const Sum *sum, const TileShape *shape, bool *is_long_sum)
{
    TileShape made = *shape;
    *is_long_sum = sum->count == 1 && !plan->variant.part;
    if (!*is_long_sum && shape->blocks == 1 && shape->stages == 2) {
        made.depth = shape->depth / 2;
        made.stages = 3;
    }
    return made;
}

// The part of a result loop, or of one that was made of it, that holds the loop `inner`.
static const char *part_around(const Plan *plan, const char *part, const char *inner)
{
    Path path;
    const Stmt *stmt = loop_named(plan, inner);
    size_t length = strlen(part);
    if (!stmt || !tree_path(plan->candidate->tree, stmt, &path))
        return NULL;
    for (int i = path.count - 1; i >= 0; i--) {
        const char *name = path.loops[i]->loop->name;
        if (strncmp(name, part, length) == 0 && (!name[length] || name[length] == '#'))
            return name;
    }
    return NULL;
}

// Steps that only some results of a tile have: all results of a thread share their operands there, too.
static bool jam_partial(Plan *plan, const Sum *sum, const Side *y, const Side *x)
{
    for (int i = 0; i < 2 * sum->count; i++) {
        const char *steps = part_of_loop(sum->loops[i / 2]->loop->name, i % 2 ? "after" : "before"), *results[4];
        int count = 0;
        if (!loop_named(plan, steps))
            continue;
        for (int k = 0; k < x->count + y->count; k++) {
            const char *part = part_around(plan, k < x->count ? x->parts[k] : y->parts[k - x->count], steps);
            results[count] = part ? detach(plan, part, steps) : NULL;
            if (!results[count++])
                return false;
        }
        if (!move_outside(plan, results, count, steps))
            return false;
    }
    return true;
}

static bool several_results(Plan *plan, const Loop *outer, const Loop *inner, const Sum *sum, const Reuse *reuse,
                            const TileShape *shape)
{
    const Stmt *serial = sum->last, *around = sum->around;
    Side y = shape->tensor ? tensor_rows(outer, shape) : side_of(outer, shape->y, shape->results_y, shape->y),
         x = side_of(inner, shape->x, shape->results_x, shape->tensor ? TENSOR_ACROSS : ACROSS);
    const char *name = serial->loop->name, *tile = part_of_loop(name, "tile"), *elem = part_of_loop(name, "elem");
    const char *results[4]; // innermost first
    int count = 0;
    bool is_long_sum;
    TileShape steps = shape_of_steps(plan, sum, shape, &is_long_sum);
    int64_t depth = reuse->packs ? PACKED_DEPTH : reuse->views ? depth_of_views(serial, steps.depth) : steps.depth;
    if (!bind_tile(plan, &y, &x, sum, depth))
        return false;
    if (around && (!move_outside(plan, x.parts, x.count, around->loop->name) ||
                   !move_outside(plan, y.parts, y.count, around->loop->name)))
        return false;
    for (int i = 0; i < x.count + y.count; i++) {
        results[i] = detach(plan, i < x.count ? x.parts[i] : y.parts[i - x.count], sum->loops[0]->loop->name);
        if (!results[count++])
            return false;
    }
    for (int i = 0; i < sum->count; i++)
        if (!move_outside(plan, results, count, sum->loops[i]->loop->name))
            return false;
    TensorLoops halves;
    if (!jam_partial(plan, sum, &y, &x))
        return false;
    if (shape->tensor)
        hold_results(plan, serial, x.thread); // before loops over them become several
    if (shape->tensor && !tensor_halves(plan, &y, &x, results, &halves))
        return false;
    for (int i = 0; i < x.count + y.count; i++)
        unroll_all(plan, i < x.count ? x.parts[i] : y.parts[i - x.count]);
    hold_results(plan, serial, x.thread); // before its loop becomes several
    hold_invariants(plan, sum, outer, inner, x.thread);
    if (!sum_varies(serial->loop, outer, inner))
        plan_try(plan, (Step){.kind = STEP_PEEL, .loop = name, .size = depth});
    if (!plan_tile(plan, name, depth))
        return false;
    if (reuse->packs) {
        Step pack = {.kind = STEP_TILE,
                     .loop = elem,
                     .size = PACKED,
                     .outer = part_of_loop(name, "word"),
                     .inner = part_of_loop(name, "byte")};
        if (!plan_try(plan, pack) || !plan_unroll(plan, pack.inner))
            return false;
        elem = pack.outer;
    }
    if (!shape->tensor)
        plan_unroll(plan, elem);
    hold_results(plan, serial, tile);
    if (shape->tensor) {
        if (!tensor_products(plan, reuse, serial->loop, &halves, steps.stages))
            return false;
    } else {
        if (!stage_for_lanes(plan, reuse, serial->loop->origin, tile))
            return false;
        overlap_steps(plan, reuse, tile, elem, results, x.count, y.count, reuse->packs ? 1 : steps.stages);
    }
    if (shape->swizzles)
        plan_try(plan, (Step){.kind = STEP_SWIZZLE, .loop = y.thread, .other = x.thread});
    if (shape->blocks)
        plan_try(plan, (Step){.kind = STEP_LAUNCH_BOUNDS, .loop = y.tile, .blocks = shape->blocks});
    static const char *const beside[] = {"rest", "before", "after"};
    for (int i = 0; i < 3 && is_long_sum && !reuse->packs; i++)
        stage_rest(plan, reuse, serial->loop->origin, part_of_loop(name, beside[i]), depth);
    return true;
}

static bool one_result(Plan *plan, const Loop *y, const Loop *x, const char *serial, const Reuse *reuse)
{
    const char *y_tile = part_of_loop(y->name, "tile"), *x_tile = part_of_loop(x->name, "tile");
    const char *y_elem = part_of_loop(y->name, "elem"), *x_elem = part_of_loop(x->name, "elem");
    const char *tile = part_of_loop(serial, "tile");
    if (!plan_tile(plan, y->name, DEPTH) || !plan_tile(plan, x->name, DEPTH) ||
        !plan_interchange(plan, y_elem, x_tile) || !plan_bind(plan, y_tile, BIND_BLOCK_Y, 0) ||
        !plan_bind(plan, x_tile, BIND_BLOCK_X, 0) || !plan_bind(plan, y_elem, BIND_THREAD_Y, 0) ||
        !plan_bind(plan, x_elem, BIND_THREAD_X, 0) || !plan_tile(plan, serial, DEPTH))
        return false;
    stage_results(plan, tile);
    return stage_operands(plan, reuse, tile);
}

bool has_reuse(const Plan *plan, const Stmt *innermost, const Loop *y, const Loop *x)
{
    Sum sum = find_sum(plan, innermost);
    Reuse reuse = sum.count ? find_reuse(plan, x, y, sum.last) : (Reuse){0};
    return reuse.along_x && reuse.along_y;
}

// Bytes come to shared memory through registers, each in one of its own, in addition to the results and the operands.
static bool packed_copies_fit(const Plan *plan, const Reuse *reuse, const TileShape *shape)
{
    const Device *device = plan->candidate->device;
    int64_t threads = shape->y / shape->results_y * (shape->x / shape->results_x);
    int64_t copies = (shape->y * reuse->bytes.y + shape->x * reuse->bytes.x) * PACKED_DEPTH / threads;
    int64_t registers = shape->results_y * shape->results_x + shape->results_y + shape->results_x + copies + OTHERS;
    return shape->blocks != 1 && registers * threads * (shape->blocks ? shape->blocks : 1) <= device->registers_per_sm;
}

bool reuse_with_shape(Plan *plan, const Stmt *root, const Loop *y, const Loop *x, const Loop *batch,
                      const TileShape *shape)
{
    Sum sum = sum_of_results(plan, root, y, x);
    Reuse reuse = sum.count ? find_reuse(plan, x, y, sum.last) : (Reuse){0};
    if (!reuse.along_x || !reuse.along_y || !shape_fits(plan, shape, reuse.bytes.sums) ||
        (reuse.packs && !packed_copies_fit(plan, &reuse, shape)))
        return false;
    const Candidate *mark = plan->candidate;
    if ((!batch || plan_bind(plan, batch->name, BIND_BLOCK_Z, 0)) && several_results(plan, y, x, &sum, &reuse, shape)) {
        plan->built.nests[VERSIONED_TILES]++;
        plan->built.tiles.shape = *shape;
        plan->built.tiles.y = y->origin;
        plan->built.tiles.x = x->origin;
        plan->built.tiles.batch = batch ? batch->origin : 0;
        plan->built.tiles.nsums = sum.count;
        for (int i = 0; i < sum.count; i++)
            plan->built.tiles.sums[i] = sum.loops[i]->loop->origin;
        return true;
    }
    plan->candidate = mark;
    return false;
}

static bool best_shape(Plan *plan, const Stmt *root, const Loop *y, const Loop *x, const Loop *batch,
                       const TileBytes *bytes)
{
    const Loop *loops[] = {batch, y, x}, *const *results = batch ? loops : loops + 1;
    RankedShape order[TILE_SHAPES];
    int ordered, count = batch ? 3 : 2;
    const ResourceTable *table = shapes_by_rank(plan, results, count, bytes, order, &ordered);
    for (int i = 0; i < ordered; i++)
        if (reuse_with_shape(plan, root, y, x, batch, order[i].shape)) {
            plan_sized(plan, table, order[i].row, results, count);
            return true;
        }
    return false;
}

bool arrange_reuse(Plan *plan, const Stmt *root, const Loop *y, const Loop *x, const Loop *batch)
{
    Sum sum = sum_of_results(plan, root, y, x);
    Reuse reuse = sum.count ? find_reuse(plan, x, y, sum.last) : (Reuse){0};
    if (!reuse.along_x || !reuse.along_y || (!batch && tiles_are_empty(plan, y, x, sum.last->loop)))
        return false;
    const TileShape *given = plan->variant.shape, *tensor = given ? NULL : tensor_tile(plan->candidate->device, 0);
    if (!given && reuse.views && reuse_with_shape(plan, root, y, x, batch, tile_of_views()))
        return true;
    if (tensor && tensor_may_help(plan, &reuse, tensor) && reuse_with_shape(plan, root, y, x, batch, tensor))
        return true;
    if (given ? reuse_with_shape(plan, root, y, x, batch, given) : best_shape(plan, root, y, x, batch, &reuse.bytes))
        return true;
    const Candidate *mark = plan->candidate;
    if (block_clause_allows(plan, DEPTH, DEPTH, 1) && (!batch || plan_bind(plan, batch->name, BIND_BLOCK_Z, 0)) &&
        sum.count == 1 && one_result(plan, y, x, sum.last->loop->name, &reuse))
        return true;
    plan->candidate = mark;
    return false;
}

// ---- any size

// The part of the loop that is bound to threads; several results of a thread are `threads` apart: L.thread, L.reg.
static const char *split_plainly(Plan *plan, const Loop *loop, int64_t threads, int64_t results)
{
    const char *thread = part_of_loop(loop->name, "thread"), *elem = part_of_loop(loop->name, "elem");
    Step apart = {
        .kind = STEP_CYCLIC, .loop = elem, .size = threads, .outer = thread, .inner = part_of_loop(loop->name, "reg")};
    if (results == 1)
        return elem;
    return plan_try(plan, apart) ? thread : NULL;
}

static bool bind_plainly(Plan *plan, const Loop *y, const Loop *x, const PlainTile *tile)
{
    const char *y_tile = part_of_loop(y->name, "tile"), *x_tile = part_of_loop(x->name, "tile");
    if (!plan_tile(plan, y->name, tile->threads_y * tile->results_y) ||
        !plan_tile(plan, x->name, tile->threads_x * tile->results_x) ||
        !plan_interchange(plan, part_of_loop(y->name, "elem"), x_tile))
        return false;
    const char *y_thread = split_plainly(plan, y, tile->threads_y, tile->results_y),
               *x_thread = split_plainly(plan, x, tile->threads_x, tile->results_x);
    return y_thread && x_thread &&
           (tile->results_y == 1 || plan_interchange(plan, part_of_loop(y->name, "reg"), x_thread)) &&
           plan_bind(plan, y_tile, BIND_BLOCK_Y, 0) && plan_bind(plan, x_tile, BIND_BLOCK_X, 0) &&
           plan_bind(plan, y_thread, BIND_THREAD_Y, 0) && plan_bind(plan, x_thread, BIND_THREAD_X, 0);
}

bool arrange_plain_tile(Plan *plan, const Stmt *root, const Loop *y, const Loop *x, const Loop *batch,
                        const PlainTile *tile)
{
    int index, count = 0;
    const char *results[2]; // innermost first
    const Stmt *inner = stmt_find_loop(root, y->id);
    inner = inner ? stmt_find_loop(inner, x->id) : NULL;
    const Stmt *serial = inner ? serial_loop(inner->body, &index) : NULL;
    Reuse reuse = serial ? find_reuse(plan, x, y, serial) : (Reuse){0};
    if (!reuse.along_x || !reuse.along_y)
        return false;
    const Candidate *mark = plan->candidate;
    const char *name = serial->loop->name, *steps = part_of_loop(name, "tile");
    bool made = (!batch || plan_bind(plan, batch->name, BIND_BLOCK_Z, 0)) && bind_plainly(plan, y, x, tile);
    for (int i = 0; made && i < 2; i++) {
        const Loop *loop = i ? y : x;
        if ((i ? tile->results_y : tile->results_x) == 1)
            continue;
        results[count] = detach(plan, part_of_loop(loop->name, "reg"), name);
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
    plan->candidate = mark;
    return false;
}
