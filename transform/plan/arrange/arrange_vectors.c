// Vectors: neighbouring iterations of an innermost loop in 16-byte accesses of one thread.
#include "transform/plan/arrange/arrange.h"
#include "transform/plan/arrange/arrange_vectors.h"
#include "transform/plan/clauses.h"
#include "transform/plan/plan_steps.h"
#include "transform/plan/resources/resources.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/vector/vector_window.h"

enum { VECTOR_BYTES = 16, MOST_LANES = 16, LONG_ROW = 128, UNKNOWN_ROW = 64 };

// Bytes of registers for elements that several results share, at most. A thread's 32 bytes of a row are written by
// halves of sectors, so more results pay off only if each needs at most so much of the loads.
enum { MOST_HELD = 400 };
static const double FEWER_LOADS = 0.6;

// Whether the loop has the iterations of the source from the last one to the first one.
static bool runs_backwards(const Plan *plan, const Loop *loop)
{
    const LoopFact *fact = facts_loop(plan->candidate->facts, loop->origin);
    if (!fact || !loop->defines || loop->defines != fact->loop->iterator)
        return false;
    Linear definition = linear_of(plan->candidate->arena, loop->definition);
    return linear_factor(&definition, loop->iterator) * fact->loop->step_sign < 0;
}

// How many elements of the widest array fit; 0: some access strides, so that vectors would separate neighbours.
int64_t vector_width_for(const Plan *plan, const Stmt *root, const Loop *loop)
{
    const Facts *facts = plan->candidate->facts;
    int64_t widest = 0;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        int64_t distance = 0;
        if (!access->array || !holds_statement(root, access->stmt->id))
            continue;
        StrideKind stride = access_stride(facts, access, loop->origin, &distance);
        bool apart = stride == STRIDE_CONSTANT && distance != 1 && (distance != -1 || !runs_backwards(plan, loop));
        if (stride == STRIDE_SYMBOLIC || apart || access->array->element->kind == TY_STRUCT)
            return 0;
        if (stride == STRIDE_CONSTANT && !access->conditional && access->array->element->size > widest)
            widest = access->array->element->size;
    }
    return widest ? VECTOR_BYTES / widest : 0;
}

const char *plan_groups(Plan *plan, const Loop *loop, int64_t width)
{
    if (width < 2)
        return NULL;
    const char *group = part_of_loop(loop->name, "group"), *lane = part_of_loop(loop->name, "lane");
    Step step = {.kind = STEP_TILE, .loop = loop->name, .size = width, .outer = group, .inner = lane};
    return plan_try(plan, step) ? group : NULL;
}

bool plan_vectors(Plan *plan, const Loop *loop, const char *iterations, int64_t flight_size)
{
    const char *flight = part_of_loop(loop->name, "flight");
    Step split = {.kind = STEP_TILE,
                  .loop = iterations,
                  .size = flight_size,
                  .outer = part_of_loop(loop->name, "round"),
                  .inner = flight};
    if (iterations && !(plan_try(plan, split) && plan_unroll(plan, flight)))
        return false;
    return plan_try(plan, (Step){.kind = STEP_VECTORIZE, .loop = part_of_loop(loop->name, "lane")});
}

// Whether some access below `root` touches neighbouring elements in neighbouring iterations of the loop.
static bool walks_along(const Plan *plan, const Stmt *root, const Loop *loop)
{
    const Facts *facts = plan->candidate->facts;
    FOR_EACH(i, &facts->accesses)
        if (facts->accesses.items[i].array && holds_statement(root, facts->accesses.items[i].stmt->id) &&
            access_walks(facts, &facts->accesses.items[i], loop->origin))
            return true;
    return false;
}

void plan_runs(Plan *plan, const Loop *row, const char *thread)
{
    const Stmt *stmt = tree_loop(plan->candidate->tree, thread);
    const Loop *loop = NULL;
    for (int i = 0; stmt && i < stmt_count(stmt->body); i++) {
        const Stmt *item = stmt_item(stmt->body, i);
        loop = item->kind == ST_LOOP ? item->loop : loop;
    }
    const Stmt *run = loop ? tree_loop(plan->candidate->tree, loop->name) : NULL;
    int64_t most = run ? loop_constant_extent(plan->candidate->arena, plan->candidate->tree, run->loop->id) : -1;
    bool is_short = most >= 0 && most <= (int64_t)2 * MOST_LANES;
    bool in_order =
        run && (verdict_of(plan, loop) == LOOP_SEQUENTIAL || (verdict_of(plan, loop) == LOOP_REDUCTION && is_short));
    if (!in_order || tree_has_kind(run->body, ST_LOOP) || walks_along(plan, run, row))
        return;
    const Candidate *mark = plan->candidate;
    int64_t width = vector_width_for(plan, run, loop);
    bool doubled = 2 * width <= MOST_LANES && (most < 0 || most >= 2 * width);
    if (!plan_groups(plan, loop, doubled ? 2 * width : width) || !plan_vectors(plan, loop, NULL, 0) ||
        !plan_lowers(plan))
        plan->candidate = mark;
}

// Long rows of threads have few ends, which are not whole vectors if rows are not aligned. With short rows, threads
// would have no work.
static BlockShape shape_of_groups(Plan *plan, const Loop *const *loops, int count, int64_t width)
{
    if (has_block_clause(plan->directive))
        return shape_for(plan, count > 1 ? 2 : 1);
    int64_t threads = threads_by_table(plan, "16-byte vectors", loops, count, width);
    if (count == 1)
        return (BlockShape){threads, 1};
    const LoopFact *fact = facts_loop(plan->candidate->facts, loops[count - 1]->origin);
    BlockShape shape = {WARP_SIZE, threads / WARP_SIZE};
    if (plan->variant.narrow)
        return (BlockShape){plan->variant.narrow, threads / plan->variant.narrow};
    int64_t groups = fact && fact->constant_trip >= 0 ? fact->constant_trip / width : UNKNOWN_ROW;
    while (shape.x < LONG_ROW && shape.x < groups && shape.x < threads)
        shape.x *= 2;
    return (BlockShape){shape.x, threads / shape.x};
}

// Blocks of rows and groups: names[0] counts the groups of the innermost loop, names[1] the rows around it.
static bool bind_groups(Plan *plan, const char *const *names, int rank, BlockShape shape)
{
    int64_t threads[2] = {shape.x, shape.y};
    const char *blocks[2] = {part_of_loop(names[0], "tile"), NULL},
               *elems[2] = {part_of_loop(names[0], "thread"), NULL};
    bool several = rank == 2 && shape.y > 1; // otherwise a block has one row
    if (rank == 2) {
        blocks[1] = several ? part_of_loop(names[1], "tile") : names[1];
        elems[1] = several ? part_of_loop(names[1], "thread") : NULL;
    }
    for (int d = rank - 1; d >= 0; d--)
        if (elems[d] &&
            !plan_try(
                plan,
                (Step){.kind = STEP_TILE, .loop = names[d], .size = threads[d], .outer = blocks[d], .inner = elems[d]}))
            return false;
    if (several && !plan_interchange(plan, elems[1], blocks[0]))
        return false;
    for (int d = rank - 1; d >= 0; d--)
        if (!plan_bind(plan, blocks[d], (Binding)(BIND_BLOCK_X + (unsigned)d), 0))
            return false;
    for (int d = rank - 1; d >= 0; d--)
        if (elems[d] && !plan_bind(plan, elems[d], (Binding)(BIND_THREAD_X + (unsigned)d), 0))
            return false;
    return true;
}

static bool make_vectors(Plan *plan, const Loop *const *loops, int count, int64_t width)
{
    const Loop *loop = loops[count - 1];
    const char *group = plan_groups(plan, loop, width);
    const char *names[] = {group, count > 1 ? loops[count - 2]->name : NULL};
    return group && bind_groups(plan, names, count > 1 ? 2 : 1, shape_of_groups(plan, loops, count, width)) &&
           (count < 3 || plan_bind(plan, loops[0]->name, BIND_BLOCK_Z, 0)) && plan_vectors(plan, loop, NULL, 0) &&
           plan_lowers(plan);
}

// The loads of a thread for each result, where neighbouring results of a row share elements; 0: they share none.
static double loads_each(const Plan *plan, const Loop *loop, int64_t width)
{
    Arena *arena = plan->candidate->arena;
    const Stmt *lanes = tree_loop(plan->candidate->tree, part_of_loop(loop->name, "lane"));
    int64_t bytes = lanes ? windows_bytes(arena, lanes) : 0;
    return bytes > 0 && bytes <= MOST_HELD ? (double)windows_loads(arena, lanes) / (double)width : 0;
}

// Twice as many results for a thread, if they share enough of what it loads: elements, or coefficients that all use.
static void try_longer(Plan *plan, const Candidate *before, const Loop *const *loops, int count, int64_t width)
{
    const Candidate *mark = plan->candidate;
    int sizes = plan->sizes ? plan->sizes->items.count : 0;
    double loads = loads_each(plan, loops[count - 1], width), longer = 0;
    if (loads == 0 || 2 * width > MOST_LANES)
        return;
    plan->candidate = before;
    if (make_vectors(plan, loops, count, 2 * width))
        longer = loads_each(plan, loops[count - 1], 2 * width);
    if (longer > 0 && longer <= FEWER_LOADS * loads)
        return;
    plan->candidate = mark;
    if (plan->sizes)
        plan->sizes->items.count = sizes;
}

bool arrange_vectors(Plan *plan, const Stmt *root, const Loop *const *loops, int count, const int *dimension)
{
    const Candidate *before = plan->candidate;
    int64_t width = count > 3 || dimension[count - 1] != 0 || has_tile_clause(plan)
                        ? 0
                        : vector_width_for(plan, root, loops[count - 1]);
    if (make_vectors(plan, loops, count, width)) {
        try_longer(plan, before, loops, count, width);
        return true;
    }
    plan->candidate = before;
    return false;
}
