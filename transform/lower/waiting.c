// A loop around threads, inside of blocks, in which the threads wait for one another (contract in lower.h).
//
//   for b [block.x] for t in_block for i in lo..hi [thread.x] S
//     ->  for b [block.x] for i in 0..n [thread.x] for t { if (lo <= i && i < hi) S; barrier }
#include "transform/lower/lower.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

enum { WARP = 32, MOST_THREAD_LOOPS = 3 };

typedef struct Waiting {
    Arena *arena;
    const Stmt *kernel;
    const char *obstacle;
    const Stmt *threads[MOST_THREAD_LOOPS]; // outermost first
    int count;
    int64_t size; // of a block
    Expr *guard;
} Waiting;

// The innermost loop of the kernel that persists. Around it are blocks, then serial loops; NULL: there is no such loop.
static const Stmt *loop_that_waits(const Stmt *kernel, const Stmt **innermost_block)
{
    const Stmt *found = NULL;
    for (const Stmt *loop = kernel; loop && !binding_is_thread(loop->loop->binding); loop = only_loop(loop->body)) {
        if (binding_is_block(loop->loop->binding))
            *innermost_block = loop;
        found = loop->loop->persists == PERSISTS_IN_BLOCK ? loop : found;
    }
    return found;
}

static bool look_for_waiting(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found = *found || (stmt->kind == ST_LOOP && stmt->loop->persists == PERSISTS_IN_BLOCK);
    return !*found;
}

static void find_threads(Waiting *waiting, const Stmt *waits)
{
    const Stmt *loop = only_loop(waits->body);
    for (waiting->size = 1; loop && binding_is_thread(loop->loop->binding); loop = only_loop(loop->body)) {
        int64_t extent = loop_constant_extent(waiting->arena, waiting->kernel, loop->loop->id);
        waiting->threads[waiting->count++] = loop;
        waiting->size *= extent > 0 ? extent : 1;
    }
    const Stmt *body = waiting->count ? waiting->threads[waiting->count - 1]->body : NULL;
    if (!body || tree_has_concurrent(body) || tree_is_collective(body) || tree_has_kind(body, ST_BARRIER))
        waiting->obstacle = "the loop whose threads wait must hold bound loops, one directly inside of the other";
}

// for i in lo..hi [thread.x]  ->  for i in 0..n [thread.x], where lo <= i && i < hi; or for i in lo..lo + n.
static Loop over_all_threads(Waiting *waiting, const Stmt *stmt)
{
    Arena *arena = waiting->arena;
    Loop loop = *stmt->loop;
    int64_t extent = loop_constant_extent(arena, waiting->kernel, loop.id), last;
    Path path;
    tree_path(waiting->kernel, stmt, &path);
    Varying around = path_varying(&path, 0);
    Expr *index = expr_cast(arena, type_scalar(TY_I64), expr_symbol(arena, loop.iterator));
    bool from_zero = expr_constant_limit(&around, index_sub(arena, expr_index(arena, 0), loop.lower), &last) &&
                     last <= 0 && expr_constant_limit(&around, loop.upper, &last) && last <= extent;
    if (!from_zero || loop.step_sign < 0 || !expr_is_int(loop.step, 1) || loop.swizzled || extent < 1) {
        waiting->obstacle = "the iterators of the threads that wait do not count from 0";
        return loop;
    }
    if (!expr_is_int(loop.lower, 0))
        waiting->guard =
            expr_both(arena, waiting->guard, expr_binary(arena, OP_LE, loop.lower, index, type_scalar(TY_I64)));
    if (!expr_is_int(loop.upper, extent))
        waiting->guard = expr_both(arena, waiting->guard, linear_less(arena, index, loop.upper));
    loop.lower = expr_index(arena, 0);
    loop.upper = expr_index(arena, extent);
    return loop;
}

static Stmt *barrier(const Waiting *waiting)
{
    Stmt *made = stmt_simple(waiting->arena, ST_BARRIER);
    made->warp = waiting->size == WARP;
    return made;
}

static bool any_waits(const Stmt *kernel)
{
    bool found = false;
    stmt_walk(kernel, look_for_waiting, &found);
    return found;
}

// The loop without the threads inside it.
static Stmt *without_threads(const Waiting *waiting, Stmt *kernel, const Stmt *waits)
{
    Arena *arena = waiting->arena;
    Stmt *body = waiting->threads[waiting->count - 1]->body;
    Stmt *items[] = {waiting->guard ? stmt_if(arena, waiting->guard, body, NULL) : body, barrier(waiting)};
    Loop serial = *waits->loop;
    serial.persists = PERSISTS_NOT;
    Stmt *made = stmt_loop_for(arena, waits, &serial, stmt_block(arena, items, 2));
    return tree_replace(arena, kernel, waits, made);
}

Stmt *threads_that_wait(Candidate *state, Stmt *kernel)
{
    Arena *arena = state->arena;
    Waiting waiting = {.arena = arena, .kernel = kernel};
    Loop loops[MOST_THREAD_LOOPS];
    if (!any_waits(kernel))
        return kernel;
    const Stmt *block = NULL, *waits = loop_that_waits(kernel, &block);
    if (waits && block)
        find_threads(&waiting, waits);
    else
        waiting.obstacle = "the loop whose threads wait must be all that its blocks do";
    for (int i = 0; i < waiting.count && !waiting.obstacle; i++)
        loops[i] = over_all_threads(&waiting, waiting.threads[i]);
    if (waiting.obstacle) {
        diag_refuse(state->diag, kernel->loc, "%s", waiting.obstacle);
        return NULL;
    }
    Stmt *made = without_threads(&waiting, kernel, waits);
    if (any_waits(made))
        unreachable_bug("threads of a block wait in two loops");
    const Stmt *around = stmt_find_loop(made, block->loop->id);
    Stmt *body = around->body;
    for (int i = waiting.count - 1; i >= 0; i--)
        body = stmt_loop_for(arena, waiting.threads[i], &loops[i], body);
    return tree_replace(arena, made, around, stmt_loop_for(arena, around, around->loop, body));
}
