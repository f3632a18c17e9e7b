#include "analysis/depend/known_relations.h"
#include "analysis/depend/order.h"
#include "analysis/sets/polynomial.h"

#include <string.h>

// ---- the key

typedef struct KeyText {
    Text text;
    const Path *path;
} KeyText;

// All that value_of in order_exact.c asks of a node. Iterators of the path are their positions in it: a tree that is
// made anew has others.
static bool add_node(void *context, const Expr *expr)
{
    KeyText *key = context;
    bool own = expr->kind == EX_CAST && !expr->loc.line;
    text_printf(&key->text, " %d.%d.%d.%d.%d", (int)expr->kind, (int)expr->op, (int)expr->type->kind, own,
                expr->noperands);
    if (expr->kind == EX_INT)
        text_printf(&key->text, " %lld", (long long)expr->integer);
    if (expr->kind != EX_SYMBOL)
        return true;
    for (int i = 0; i < key->path->count; i++) {
        const Loop *loop = key->path->loops[i].loop;
        if (loop->iterator == expr->symbol || loop->defines == expr->symbol) {
            text_printf(&key->text, " %c%d", loop->iterator == expr->symbol ? '#' : '=', i);
            return true;
        }
    }
    text_printf(&key->text, " %p", (const void *)expr->symbol);
    return true;
}

static void add_expr(KeyText *key, const Expr *expr)
{
    text_add(&key->text, ";");
    if (expr)
        expr_walk(expr, add_node, key);
}

const char *relation_key(Arena *arena, const Analysis *analysis, const Path *path, const LoopNode *innermost)
{
    KeyText key = {.text = {.arena = arena}, .path = path};
    text_printf(&key.text, "%p %d %d", (const void *)innermost, analysis->parameters.count, analysis->divisors.count);
    for (int i = 0; path && i < path->count; i++) {
        const Loop *loop = path->loops[i].loop;
        text_printf(&key.text, "\n%d%d%d%d", loop->step_sign, loop->factor != 0, loop->endless, loop->defines != NULL);
        add_expr(&key, loop->lower);
        add_expr(&key, loop->upper);
        add_expr(&key, loop->step);
        add_expr(&key, loop->defines ? loop->definition : NULL);
        for (const LoopNode *node = innermost; node; node = node->parent)
            if (node->loop->iterator == loop->iterator || node->loop->iterator == loop->defines)
                text_printf(&key.text, " %s %d", node->loop->iterator == loop->iterator ? "is" : "defines",
                            node->depth);
    }
    return text_string(&key.text);
}

// ---- what is known

isl_map *relation_known(Analysis *analysis, const char *key)
{
    FOR_EACH(i, &analysis->relations) {
        const KnownRelation *known = &analysis->relations.items[i];
        if (strcmp(known->key, key) != 0)
            continue;
        long left = (long)isl_ctx_get_max_operations(analysis->ctx) - known->operations;
        isl_ctx_set_max_operations(analysis->ctx, left > 0 ? (unsigned long)left : 1);
        analysis->operations += known->operations;
        return isl_map_copy(known->map);
    }
    return NULL;
}

void relation_keep(Analysis *analysis, const char *key, isl_map *map, long before)
{
    long after = query_operations(analysis);
    if (!map || after >= (long)isl_ctx_get_max_operations(analysis->ctx))
        return;
    KnownRelation known = {arena_printf(analysis->arena, "%s", key), isl_map_copy(map), after - before};
    VECTOR_PUSH(analysis->arena, &analysis->relations, known);
}
