// Paths to a part of a loop tree, and a tree with a part replaced.
#include "transform/tree/tree.h"

#include "transform/tree/loops.h"

#include <string.h>

// ---- paths

static bool descend(const Stmt *at, const Stmt *target, Path *path)
{
    if (!at)
        return false;
    bool is_loop = at->kind == ST_LOOP;
    if (is_loop) {
        if (path->count == 2 * MAX_DEPTH)
            return false;
        path->loops[path->count++] = at;
    }
    if (at == target)
        return true;
    for (int i = 0; i < at->nitems; i++)
        if (descend(at->items[i], target, path))
            return true;
    if (descend(at->body, target, path) || descend(at->otherwise, target, path))
        return true;
    path->count -= is_loop;
    return false;
}

bool tree_path(const Stmt *root, const Stmt *target, Path *path)
{
    path->count = 0;
    path->last = target;
    return descend(root, target, path);
}

bool path_has_threads(const Path *path)
{
    bool found = false;
    for (int i = 0; i < path->count; i++)
        found = found || binding_is_thread(path->loops[i]->loop->binding);
    return found;
}

Varying path_varying(const Path *path, int from)
{
    Varying varying = {0};
    for (int i = from; i < path->count; i++)
        varying.loops[varying.count++] = path->loops[i]->loop;
    return varying;
}

static bool gather_loop(void *context, const Stmt *stmt)
{
    Varying *varying = context;
    if (stmt->kind == ST_LOOP && varying->count < 2 * MAX_DEPTH)
        varying->loops[varying->count++] = stmt->loop;
    return true;
}

Varying varying_below(const Stmt *root)
{
    Varying varying = {0};
    stmt_walk(root, gather_loop, &varying);
    return varying;
}

// ---- replacing

typedef struct Replacement {
    const Stmt *old;
    Stmt *with;
} Replacement;

static Stmt *replace(void *context, Stmt *stmt)
{
    const Replacement *replacement = context;
    return stmt == replacement->old ? replacement->with : stmt;
}

static bool is_for_all_threads(const Stmt *stmt)
{
    bool all = stmt->kind == ST_BLOCK || stmt->all_threads;
    for (int i = 0; stmt->kind == ST_BLOCK && i < stmt->nitems; i++)
        all = all && is_for_all_threads(stmt->items[i]);
    return all;
}

Stmt *tree_replace(Arena *arena, Stmt *root, const Stmt *old, Stmt *replacement)
{
    bool mark = old->all_threads && replacement && !is_for_all_threads(replacement);
    Replacement context = {old, mark ? for_all_threads(arena, replacement) : replacement};
    return stmt_rewrite(arena, root, replace, NULL, &context);
}

Stmt *tree_loop_again(Arena *arena, const Stmt *old, const Loop *loop, Stmt *body)
{
    Stmt *made = stmt_loop_for(arena, old, loop, body);
    made->all_threads = old->all_threads;
    return made;
}

static Stmt *renew_loop(void *context, Stmt *stmt)
{
    Candidate *state = context;
    if (stmt->kind != ST_LOOP)
        return stmt;
    Loop loop = *stmt->loop;
    loop.id = nest_loop_id(state->nest);
    return tree_loop_again(state->arena, stmt, &loop, stmt->body);
}

Stmt *tree_renew_loops(Candidate *state, Stmt *root)
{
    return stmt_rewrite(state->arena, root, renew_loop, NULL, state);
}

Stmt *for_all_threads(Arena *arena, Stmt *made)
{
    Stmt *marked = arena_copy(arena, made, sizeof *made);
    marked->all_threads = made->kind != ST_BLOCK;
    if (made->kind == ST_BLOCK) {
        marked->items = ARENA_ARRAY(arena, Stmt *, made->nitems);
        for (int i = 0; i < made->nitems; i++)
            marked->items[i] = for_all_threads(arena, made->items[i]);
    }
    return marked;
}

Stmt *where_touched(Candidate *state, const Array *array, Stmt *stmt)
{
    const Candidate *launched = state->unsplit ? state->unsplit : state;
    const ArrayFact *now = array ? facts_array(state->facts, array) : NULL,
                    *before = array ? facts_array(launched->facts, array) : NULL;
    Expr *touched = now ? now->touched : NULL;
    bool again = before && before->measured && now && now->measured; // the launcher measures it once
    if (before && before->touched && !again && !(touched && expr_equal(touched, before->touched)))
        touched = expr_both(state->arena, touched, before->touched);
    return touched ? stmt_if(state->arena, touched, stmt, NULL) : stmt;
}

typedef struct Resolve {
    Arena *arena;
    Expr *expr;
} Resolve;

static bool resolve(void *context, const Stmt *stmt)
{
    Resolve *to = context;
    if (stmt->kind == ST_DECLARE && stmt->symbol && stmt->value && expr_mentions(to->expr, stmt->symbol))
        to->expr = expr_substitute(to->arena, to->expr, stmt->symbol, stmt->value);
    return true;
}

Expr *tree_over_parameters(Arena *arena, const Stmt *root, Expr *expr)
{
    Resolve to = {arena, expr};
    stmt_walk(root, resolve, &to);
    return to.expr;
}
