#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

static Stmt *refuse(Candidate *state, const Stmt *stmt, const char *reason)
{
    diag_refuse(state->diag, stmt->loc, "serpentine %s refused: %s", stmt->loop->name, reason);
    return NULL;
}

Stmt *serpentine(Candidate *state, Stmt *root, LoopId id, LoopId with)
{
    const Stmt *stmt = stmt_find_loop(root, id), *outer = stmt_find_loop(root, with);
    if (outer == stmt || !stmt_find_loop(outer, id))
        return refuse(state, stmt, intern_printf("it is not inside of %s", outer->loop->name));
    if (stmt->loop->binding != BIND_UNROLL || outer->loop->binding != BIND_UNROLL || !loop_is_normal(stmt->loop) ||
        !loop_is_normal(outer->loop))
        return refuse(state, stmt, "both loops have to be unrolled");
    if (stmt->loop->serpentine)
        return refuse(state, stmt, "it alternates already");
    Loop loop = *stmt->loop;
    loop.serpentine = outer->loop->iterator;
    Stmt *made = stmt_loop_for(state->arena, stmt, &loop, stmt->body);
    return tree_replace(state->arena, root, stmt, made);
}
