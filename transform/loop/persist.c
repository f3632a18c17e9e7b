#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

static bool find_persistent(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found = *found || (stmt->kind == ST_LOOP && stmt->loop->persists);
    return !*found;
}

static const char *obstacle(const Stmt *root, const Stmt *stmt, Persistence where)
{
    Path path;
    bool persists = false;
    tree_path(root, stmt, &path);
    for (int i = 0; i + 1 < path.count; i++) {
        persists = persists || path.loops[i]->loop->persists;
        Binding around = path.loops[i]->loop->binding;
        if (binding_is_concurrent(around) && !(where == PERSISTS_IN_BLOCK && binding_is_block(around)))
            return "it is inside a concurrent loop";
    }
    stmt_walk(stmt, find_persistent, &persists);
    if (persists)
        return "it, or a loop around or inside, is to run in one kernel already";
    if (stmt->loop->binding != BIND_SERIAL && stmt->loop->binding != BIND_HOST)
        return "it is not serial";
    return tree_has_concurrent(stmt->body) ? NULL : "no loop inside is concurrent";
}

Stmt *persist(Candidate *state, Stmt *root, LoopId id, Persistence where, int64_t threads)
{
    const Stmt *stmt = stmt_find_loop(root, id);
    const char *reason = obstacle(root, stmt, where);
    if (reason) {
        diag_refuse(state->diag, stmt->loc, "persist %s refused: %s", stmt->loop->name, reason);
        return NULL;
    }
    Loop loop = *stmt->loop;
    loop.persists = where;
    loop.limit = threads;
    Stmt *made = stmt_loop_for(state->arena, stmt, &loop, stmt->body);
    return tree_replace(state->arena, root, stmt, made);
}
