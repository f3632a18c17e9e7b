// Questions about loops: how they are bound, how often they run, and what they hold.
#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

#include <string.h>

bool binding_is_thread(Binding binding)
{
    return binding >= BIND_THREAD_X && binding <= BIND_THREAD_Z;
}

bool binding_is_block(Binding binding)
{
    return binding >= BIND_BLOCK_X && binding <= BIND_BLOCK_Z;
}

bool binding_is_concurrent(Binding binding)
{
    return binding_is_thread(binding) || binding_is_block(binding) || binding == BIND_LANE;
}

int binding_dimension(Binding binding)
{
    return binding_is_thread(binding) ? (int)binding - BIND_THREAD_X : (int)binding - BIND_BLOCK_X;
}

static bool ask_concurrent(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found = *found || (stmt->kind == ST_LOOP && binding_is_concurrent(stmt->loop->binding));
    return !*found;
}

bool tree_has_concurrent(const Stmt *root)
{
    bool found = false;
    stmt_walk(root, ask_concurrent, &found);
    return found;
}

typedef struct Bound {
    Binding binding;
    bool found;
} Bound;

static bool ask_bound(void *context, const Stmt *stmt)
{
    Bound *bound = context;
    bound->found = bound->found || (stmt->kind == ST_LOOP && stmt->loop->binding == bound->binding);
    return !bound->found;
}

bool tree_has_binding(const Stmt *root, Binding binding)
{
    Bound bound = {binding, false};
    stmt_walk(root, ask_bound, &bound);
    return bound.found;
}

const Stmt *only_loop(const Stmt *body)
{
    while (body && body->kind == ST_BLOCK && body->nitems == 1)
        body = body->items[0];
    return body && body->kind == ST_LOOP ? body : NULL;
}

bool iterator_is_made(const Symbol *symbol)
{
    return symbol->loc.line == 0 && !symbol->host;
}

int64_t loop_constant_extent(Arena *arena, const Stmt *root, LoopId id)
{
    Path path;
    int64_t limit;
    const Stmt *stmt = stmt_find_loop(root, id);
    if (!stmt || !tree_path(root, stmt, &path))
        return -1;
    if (binding_is_thread(stmt->loop->binding) && stmt->loop->limit)
        return stmt->loop->limit;
    Varying around = path_varying(&path, 0);
    if (!expr_constant_limit(&around, loop_raw_count(arena, stmt->loop), &limit))
        return -1;
    return limit > 0 ? limit : 0;
}

const Stmt *tree_loop(const Stmt *root, const char *name)
{
    return stmt_find_loop_named(root, name);
}

Chain chain_from(const Stmt *root)
{
    Chain chain = {.body = (Stmt *)root};
    for (const Stmt *loop = only_loop(root); loop && binding_is_concurrent(loop->loop->binding);
         loop = only_loop(loop->body)) {
        if (chain.count == 2 * MAX_DEPTH)
            break;
        chain.loops[chain.count++] = loop;
        chain.body = loop->body;
    }
    return chain;
}

Varying chain_varying(const Chain *chain)
{
    Varying varying = {.count = chain->count};
    for (int i = 0; i < chain->count; i++)
        varying.loops[i] = chain->loops[i]->loop;
    return varying;
}

Expr *expand_definitions(Arena *arena, const Varying *loops, Expr *expr)
{
    bool found = true;
    for (int rounds = 0; found && rounds <= loops->count; rounds++) {
        found = false; // what an outer loop defines may depend on what an inner one does: a skewed loop
        for (int i = loops->count - 1; i >= 0; i--) {
            const Loop *loop = loops->loops[i];
            if (!loop->defines || !expr_mentions(expr, loop->defines) || expr_mentions(loop->definition, loop->defines))
                continue;
            expr = expr_substitute(arena, expr, loop->defines, loop->definition);
            found = true;
        }
    }
    return expr;
}

const char *loop_obstacle(const Loop *loop)
{
    if (loop->copies || loop->ahead || loop->binding == BIND_UNROLL)
        return "the loop is unrolled already";
    if (loop->binding == BIND_SERIAL)
        return NULL;
    return intern_printf("the loop is bound to %s already", binding_text(loop->binding));
}

Expr *loop_runs(Arena *arena, const Loop *loop)
{
    bool down = loop->step_sign < 0;
    return linear_less(arena, index_cast(arena, down ? loop->upper : loop->lower),
                       index_cast(arena, down ? loop->lower : loop->upper));
}

Expr *loop_end_at(Arena *arena, const Loop *loop, Expr *value)
{
    const Type *type = loop->iterator->type;
    return loop->step_sign < 0 && !type_is_signed(type) ? value : expr_cast(arena, type, value);
}

bool loop_is_normal(const Loop *loop)
{
    return loop->step_sign > 0 && expr_is_int(loop->lower, 0) && expr_is_int(loop->step, 1);
}
