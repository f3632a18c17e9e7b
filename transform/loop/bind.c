#include "transform/reduction/reduce.h"
#include "transform/tree/live_across.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

static Stmt *refuse(Candidate *state, const Stmt *stmt, Binding binding, const char *reason)
{
    diag_refuse(state->diag, stmt->loc, "bind %s %s refused: %s", stmt->loop->name, binding_text(binding), reason);
    return NULL;
}

// Two loops on a path with one binding would give one index two values.
static bool is_taken(const Stmt *root, const Stmt *stmt, Binding binding)
{
    Path path;
    tree_path(root, stmt, &path);
    for (int i = 0; i < path.count; i++)
        if (path.loops[i]->loop->binding == binding)
            return true;
    return tree_has_binding(stmt->body, binding);
}

// Threads of a block along all bound loops on the paths through `stmt`, with `extent` threads of that loop.
static int64_t threads_with(Candidate *state, const Stmt *root, const Stmt *stmt, int64_t extent)
{
    Path path;
    int64_t product = extent;
    tree_path(root, stmt, &path);
    Varying below = varying_below(stmt->body);
    for (int i = 0; i + 1 < path.count; i++)
        if (binding_is_thread(path.loops[i]->loop->binding))
            product *= loop_constant_extent(state->arena, root, path.loops[i]->loop->id);
    for (int i = 0; i < below.count && product <= INT32_MAX; i++)
        if (binding_is_thread(below.loops[i]->binding))
            product *= loop_constant_extent(state->arena, root, below.loops[i]->id);
    return product;
}

static bool threads_fit(Candidate *state, const Stmt *root, const Stmt *stmt, Binding binding)
{
    int64_t extent = loop_constant_extent(state->arena, root, stmt->loop->id);
    if (extent < 0) {
        refuse(state, stmt, binding, "the number of its iterations has no constant limit: tile it first");
        return false;
    }
    int64_t most = binding == BIND_THREAD_Z ? 64 : state->device->max_threads_per_block;
    if (extent > most || threads_with(state, root, stmt, extent) > state->device->max_threads_per_block) {
        refuse(state, stmt, binding,
               intern_printf("a block of %s has at most %d threads", state->device->title,
                             state->device->max_threads_per_block));
        return false;
    }
    return true;
}

static const Stmt *concurrent_above(const Stmt *root, const Stmt *stmt)
{
    Path path;
    tree_path(root, stmt, &path);
    for (int i = 0; i + 1 < path.count; i++)
        if (binding_is_concurrent(path.loops[i]->loop->binding))
            return path.loops[i];
    return NULL;
}

// A reduction that was taken apart depends on the loop's being serial.
static bool carries_finished(const Candidate *state, const Stmt *stmt)
{
    FOR_EACH(i, &state->facts->reductions) {
        const Reduction *reduction = &state->facts->reductions.items[i];
        if (numbers_have(state->relaxed, i) && reduction_is_carried_by(reduction, stmt->loop) &&
            reduction_find_update(stmt, reduction, 0))
            return true;
    }
    return false;
}

static bool find_last_block(void *context, const Expr *expr)
{
    bool *found = context;
    *found |= expr->kind == EX_INTRINSIC && (expr->intrinsic == IN_LAST_BLOCK || expr->intrinsic == IN_NEXT_TURN);
    return !*found;
}

// The last block of a number of blocks combines what they found: all of its threads, and only blocks bound by then.
static bool counts_blocks(const Stmt *stmt)
{
    bool found = false;
    stmt_walk_expressions(stmt, find_last_block, &found);
    return found;
}

typedef struct Sharing {
    const Symbol *iterator;
    bool found;
} Sharing;

static bool look_for_all_threads(void *context, const Stmt *stmt)
{
    Sharing *sharing = context;
    sharing->found = sharing->found || stmt->all_threads;
    return !sharing->found;
}

static bool look_for_shared(void *context, const Expr *expr)
{
    Sharing *sharing = context;
    bool shared = expr->kind == EX_ACCESS && expr->array->space == SPACE_SHARED, own = false;
    for (int d = 0; shared && d < expr->noperands; d++)
        own = own || (expr->operands[d]->kind == EX_SYMBOL && expr->operands[d]->symbol == sharing->iterator);
    sharing->found = sharing->found || (shared && !own);
    return !sharing->found;
}

// Whether threads inside share elements that are of one iteration alone, and nothing else.
static bool shares_by_iteration(const Stmt *stmt)
{
    Sharing sharing = {.iterator = stmt->loop->iterator};
    stmt_walk(stmt->body, look_for_all_threads, &sharing);
    stmt_walk_expressions(stmt->body, look_for_shared, &sharing);
    return stmt->loop->has_teams && !sharing.found;
}

Stmt *bind(Candidate *state, Stmt *root, LoopId id, Binding binding, int64_t limit)
{
    const Stmt *stmt = stmt_find_loop(root, id);
    if (loop_obstacle(stmt->loop))
        return refuse(state, stmt, binding, loop_obstacle(stmt->loop));
    if (binding == BIND_HOST && concurrent_above(root, stmt))
        return refuse(state, stmt, binding, "it is inside a concurrent loop");
    if (binding_is_concurrent(binding)) {
        if (stmt->loop->persists)
            return refuse(state, stmt, binding, "it is to run in one kernel ('persist')");
        if (stmt->loop->factor)
            return refuse(state, stmt, binding, "its steps are not equal");
        if (is_taken(root, stmt, binding))
            return refuse(state, stmt, binding, "another loop of the nest has this binding");
        if (tree_leaves(stmt->body, ST_BREAK))
            return refuse(state, stmt, binding, "a 'break' leaves the loop");
        if (!facts_loop(state->facts, stmt->loop->origin))
            return refuse(state, stmt, binding, "a step made the loop, for copies of data or for parts of a sum");
        if (carries_finished(state, stmt))
            return refuse(state, stmt, binding, "it carries a reduction that was taken apart before");
        if (counts_blocks(stmt->body))
            return refuse(state, stmt, binding, "a reduction across blocks was taken apart in it before");
        if (binding_is_thread(binding) && tree_is_collective(stmt->body) && !shares_by_iteration(stmt))
            return refuse(state, stmt, binding, "threads that were bound before share what it does: bind it first");
        if (binding_is_thread(binding) && !threads_fit(state, root, stmt, binding))
            return NULL;
        const Stmt *above = binding_is_thread(binding) ? concurrent_above(root, stmt) : NULL;
        const char *passed = above ? loop_passes_on(state, above, stmt) : NULL;
        if (passed)
            return refuse(state, stmt, binding,
                          intern_printf("one of its iterations sets '%s', which code around it uses", passed));
    }
    Loop loop = *stmt->loop;
    loop.binding = binding;
    loop.limit = limit;
    if (binding_is_thread(binding)) {
        int64_t extent = loop_constant_extent(state->arena, root, id);
        loop.limit = extent > 0 ? extent : 1; // it stays, whatever becomes of the bounds
    }
    Stmt *made = stmt_loop_for(state->arena, stmt, &loop, stmt->body);
    return tree_replace(state->arena, root, stmt, made);
}
