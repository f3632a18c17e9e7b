#include "transform/loop/part.h"
#include "transform/tree/tree.h"

Stmt *reverse(Candidate *state, Stmt *root, LoopId id)
{
    Arena *arena = state->arena;
    const Stmt *stmt = stmt_find_loop(root, id);
    const Loop *loop = stmt->loop;
    const char *name = intern_printf("%s.back", loop->name);
    if (!part_may_replace(state, stmt, "reverse") || !part_is_readable(state, stmt, "reverse") ||
        !part_name_is_free(state, root, stmt, "reverse", name))
        return NULL;
    Loop back = part_of(state, loop, name);
    back.upper = loop_raw_count(arena, loop);
    back.cyclic = false; // a lane beyond the end would have the strided iterations of one before the beginning
    Expr *last = index_sub(arena, back.upper, expr_index(arena, 1));
    Expr *value = part_value(arena, loop, index_sub(arena, last, expr_symbol(arena, back.iterator)));
    Stmt *body = part_define(arena, loop, &back, value, stmt->body);
    return part_replace(state, root, stmt, stmt_loop_for(arena, stmt, &back, body), value);
}
