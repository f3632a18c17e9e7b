#include "transform/tree/loops.h"
#include "ir/fold.h"
#include "transform/tree/order.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"
#include "transform/vector/vector_find.h"

enum { MOST_LANES = 16 };

static Stmt *refuse(Candidate *state, const Stmt *stmt, const char *reason)
{
    diag_refuse(state->diag, stmt->loc, "vectorize %s refused: %s", stmt->loop->name, reason);
    return NULL;
}

// ---- whether other threads may run the lanes

typedef struct Beside {
    const Stmt *stmt;
    int id;
    bool found;
} Beside;

static bool look_beside(void *context, const Stmt *stmt)
{
    Beside *beside = context;
    beside->found = beside->found || (stmt != beside->stmt && stmt->id == beside->id);
    return !beside->found && stmt != beside->stmt;
}

// Conditions and bounds have none: that of the first statement below.
static int number_of(const Access *access)
{
    const Stmt *numbered = stmt_first_numbered(access->stmt);
    return numbered ? numbered->id : 0;
}

static bool stands_in(const Stmt *stmt, const Access *access)
{
    return stmt_contains_id(stmt, number_of(access));
}

// Whether a copy of the source's statement stands in the kernel, but not in `stmt`.
static bool stands_beside(const Stmt *kernel, const Stmt *stmt, const Access *access)
{
    Beside beside = {.stmt = stmt, .id = number_of(access)};
    stmt_walk(kernel, look_beside, &beside);
    return beside.found;
}

// Whether the host runs the source in an iteration before that of the sink.
static bool host_keeps(const Dependence *dependence, const Path *path, int kernel)
{
    for (int l = 0; l < dependence->nloops; l++)
        for (int i = 0; i < kernel; i++)
            if (path->loops[i]->loop->origin == dependence->loops[l] && !(dependence->direction[l] & DIRECTION_EQ))
                return true;
    return false;
}

// Whether other statements of the kernel need what the lanes store, or the other way round: a thread has both.
static bool thread_needs_lanes(const Candidate *state, const Stmt *stmt, const Path *path, int kernel)
{
    FOR_EACH(i, &state->facts->dependences) {
        const Dependence *dependence = &state->facts->dependences.items[i];
        const Access *source = dependence->source, *sink = dependence->sink;
        if (!source->array || dependence->privatized || numbers_have(state->relaxed, dependence->reduction) ||
            host_keeps(dependence, path, kernel))
            continue;
        const Stmt *root = path->loops[kernel];
        if ((stands_in(stmt, source) && stands_beside(root, stmt, sink)) ||
            (stands_in(stmt, sink) && stands_beside(root, stmt, source)))
            return true;
    }
    return false;
}

// Whether a vector element may be computed by another thread in each iteration of the serial loops between it and the
// threads. If the address by which the vectors are aligned moves along such a loop, the beginning of rows differs
// between iterations, so these must be independent. No other statement of the thread may depend on the element.
static bool rows_may_move(Candidate *state, const Stmt *root, const Stmt *stmt, const Expr *leader)
{
    Path path;
    if (!tree_path(root, stmt, &path))
        return false;
    Varying around = path_varying(&path, 0);
    Expr *place = expand_definitions(state->arena, &around, (Expr *)leader);
    int kernel = 0;
    while (kernel < path.count && !binding_is_concurrent(path.loops[kernel]->loop->binding))
        kernel++;
    if (kernel < path.count && thread_needs_lanes(state, stmt, &path, kernel))
        return false;
    for (int i = kernel < path.count ? kernel : 0; i < path.count; i++) {
        const Loop *loop = path.loops[i]->loop;
        if (path.loops[i] != stmt && !binding_is_concurrent(loop->binding) && expr_mentions(place, loop->iterator) &&
            !loop_runs_in_any_order(state, root, loop->id))
            return false;
    }
    return true;
}

// An iterator that an outer loop defines from this one's, as a skewed loop does, would look constant.
static bool defines_elsewhere(const Stmt *root, const Stmt *stmt)
{
    Path path;
    Varying one = {.loops = {stmt->loop}, .count = 1};
    tree_path(root, stmt, &path);
    for (int i = 0; i + 1 < path.count; i++)
        if (path.loops[i]->loop->defines && varying_mentions(&one, path.loops[i]->loop->definition))
            return true;
    return false;
}

Stmt *vectorize(Candidate *state, Stmt *root, LoopId id, int64_t width)
{
    Arena *arena = state->arena;
    const Stmt *stmt = stmt_find_loop(root, id);
    if (loop_obstacle(stmt->loop))
        return refuse(state, stmt, loop_obstacle(stmt->loop));
    int64_t limit = stmt->loop->factor || !loop_is_normal(stmt->loop) ? -1 : loop_constant_extent(arena, root, id);
    width = width ? width : limit;
    if (!is_power_of_two(width) || width > MOST_LANES || limit != width)
        return refuse(state, stmt, "it is not a part of a constant size of 1, 2, 4, 8 or 16: tile it first");
    if (tree_has_kind(stmt->body, ST_LOOP) || tree_has_kind(stmt->body, ST_WHILE))
        return refuse(state, stmt, "it contains a loop");
    if (tree_is_collective(stmt->body) || tree_leaves(stmt->body, ST_BREAK) || tree_leaves(stmt->body, ST_CONTINUE))
        return refuse(state, stmt, "it contains a barrier, a 'break' or a 'continue'");
    if (defines_elsewhere(root, stmt))
        return refuse(state, stmt, "an iterator of a loop around it is computed from its own");
    VectorGroups groups = vector_find(arena, stmt, width);
    if (!groups.list.count && !vector_picks_registers(stmt->body, stmt->loop->iterator))
        return refuse(state, stmt, "none of its accesses always moves by one element from lane to lane");
    Loop loop = *stmt->loop;
    loop.binding = BIND_VECTOR;
    loop.limit = width;
    loop.unordered = groups.list.count && loop_runs_in_any_order(state, root, id) &&
                     rows_may_move(state, root, stmt, groups.list.items[0].access);
    Stmt *made = stmt_loop_for(arena, stmt, &loop, stmt->body);
    return tree_replace(arena, root, stmt, made);
}
