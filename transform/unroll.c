#include "transform/tree.h"

enum { MAX_UNROLLED = 64 };

Stmt *unroll(Restructuring *state, Stmt *root, LoopId id)
{
    const Stmt *stmt = stmt_find_loop(root, id);
    int64_t limit = stmt->loop->factor ? -1 : loop_constant_extent(state->arena, root, id);
    bool fits = limit >= 0 && limit <= MAX_UNROLLED;
    if (stmt->loop->binding != BIND_SERIAL || !fits) {
        diag_refuse(state->diag, stmt->loc, "unroll %s refused: %s", stmt->loop->name,
                    fits ? "the loop is bound already" : "it has no constant limit of at most 64 iterations");
        return NULL;
    }
    Loop loop = *stmt->loop;
    loop.binding = BIND_UNROLL;
    Stmt *made = stmt_loop(state->arena, &loop, stmt->body);
    made->loc = stmt->loc;
    return tree_replace(state->arena, root, stmt, made);
}
