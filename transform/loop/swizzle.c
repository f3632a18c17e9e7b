#include "transform/transform.h"
#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

typedef struct Swizzled {
    Arena *arena;
    const Stmt *row, *column;
} Swizzled;

static Stmt *refuse(Candidate *state, const Stmt *stmt, const char *reason)
{
    diag_refuse(state->diag, stmt->loc, "swizzle %s refused: %s", stmt->loop->name, reason);
    return NULL;
}

static int64_t threads_of(const Candidate *state, const Stmt *root, const Stmt *stmt)
{
    return loop_is_normal(stmt->loop) ? loop_constant_extent(state->arena, root, stmt->loop->id) : -1;
}

static Stmt *swizzle_loop(void *context, Stmt *stmt)
{
    const Swizzled *swizzled = context;
    if (stmt->kind != ST_LOOP ||
        (stmt->loop->id != swizzled->row->loop->id && stmt->loop->id != swizzled->column->loop->id))
        return stmt;
    Loop loop = *stmt->loop;
    loop.swizzled = true;
    return tree_loop_again(swizzled->arena, stmt, &loop, stmt->body);
}

Stmt *swizzle(Candidate *state, Stmt *root, LoopId id, LoopId with)
{
    const Stmt *row = stmt_find_loop(root, id), *column = stmt_find_loop(root, with);
    if (row->loop->binding != BIND_THREAD_Y || column->loop->binding != BIND_THREAD_X || !stmt_find_loop(row, with))
        return refuse(state, row, "it has to be bound to thread.y, and the other loop inside of it to thread.x");
    if (row->loop->swizzled)
        return refuse(state, row, "it is swizzled already");
    int64_t rows = threads_of(state, root, row), columns = threads_of(state, root, column);
    if (rows < 2 || rows % 2 || columns < 2 || columns % 2 || WARP_SIZE % (2 * columns))
        return refuse(state, row, "two rows of threads have to be a part of a warp");
    if (tree_has_binding(root, BIND_VECTOR))
        return refuse(state, row, "vectors want neighbours side by side");
    Swizzled swizzled = {state->arena, row, column};
    return stmt_rewrite(state->arena, root, swizzle_loop, NULL, &swizzled);
}
