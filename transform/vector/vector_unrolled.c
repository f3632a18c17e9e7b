// The unrolled loops around a vector loop.
#include "transform/tree/loops.h"
#include "transform/vector/vector_find.h"
#include "transform/vector/vector_unrolled.h"

const Stmt *unrolled_around(const Stmt *stmt, UnrolledLoops *unrolled)
{
    *unrolled = (UnrolledLoops){0};
    while (stmt && stmt->kind == ST_LOOP && stmt->loop->binding == BIND_UNROLL &&
           unrolled->count < MAX_UNROLLED_LOOPS) {
        unrolled->extent[unrolled->count] = bound_limit(stmt->loop->upper);
        unrolled->loops[unrolled->count++] = stmt;
        stmt = only_loop(stmt->body);
    }
    return stmt && stmt->kind == ST_LOOP && stmt->loop->binding == BIND_VECTOR ? stmt : NULL;
}

int64_t unrolled_count(const UnrolledLoops *unrolled)
{
    int64_t number = 1;
    for (int t = 0; t < unrolled->count; t++)
        number *= unrolled->extent[t];
    return number;
}

bool unrolled_slide(const UnrolledLoops *unrolled)
{
    return unrolled->count && unrolled->loops[0]->loop->slides;
}

bool unrolled_next(const UnrolledLoops *unrolled, int64_t *iteration)
{
    for (int t = unrolled->count - 1; t >= 0; t--) {
        if (++iteration[t] < unrolled->extent[t])
            return true;
        iteration[t] = 0;
    }
    return false;
}

bool unrolled_mention(const UnrolledLoops *unrolled, const Expr *expr)
{
    for (int t = 0; t < unrolled->count; t++) {
        const Loop *loop = unrolled->loops[t]->loop;
        if (expr_mentions(expr, loop->iterator) || (loop->defines && expr_mentions(expr, loop->defines)))
            return true;
    }
    return false;
}

Expr *unrolled_definition(Arena *arena, const UnrolledLoops *unrolled, Expr *expr)
{
    for (int t = unrolled->count - 1; t >= 0; t--)
        expr = vector_definition(arena, unrolled->loops[t]->loop, expr);
    return expr;
}

Expr *unrolled_at(Arena *arena, const UnrolledLoops *unrolled, Expr *expr, const int64_t *iteration)
{
    expr = unrolled_definition(arena, unrolled, expr);
    for (int t = 0; t < unrolled->count; t++)
        expr = expr_substitute(arena, expr, unrolled->loops[t]->loop->iterator, expr_index(arena, iteration[t]));
    return expr;
}

Expr *unrolled_at_inner(Arena *arena, const UnrolledLoops *unrolled, Expr *expr)
{
    expr = unrolled_definition(arena, unrolled, expr);
    for (int t = 1; t < unrolled->count; t++)
        expr = expr_substitute(arena, expr, unrolled->loops[t]->loop->iterator, expr_index(arena, 0));
    return expr;
}

void unrolled_all_run(Conjunction *conjunction, const UnrolledLoops *unrolled, bool early)
{
    for (int t = 0; t < unrolled->count; t++) {
        int64_t extent = early && t == 0 ? 1 : unrolled->extent[t];
        also_below(conjunction, expr_index(conjunction->arena, extent - 1), extent, unrolled->loops[t]->loop->upper);
    }
}

bool unrolled_is_box(const UnrolledLoops *unrolled, const Varying *around)
{
    for (int t = 0; t < unrolled->count; t++) {
        const Loop *loop = unrolled->loops[t]->loop;
        if (unrolled->extent[t] < 1 || !loop_is_normal(loop) || unrolled_mention(unrolled, loop->upper))
            return false;
        for (int other = 0; other < unrolled->count; other++)
            if (other != t && unrolled->loops[other]->loop->defines &&
                expr_mentions(unrolled->loops[other]->loop->definition, loop->iterator))
                return false;
    }
    for (int i = 0; i < around->count; i++)
        if (around->loops[i]->defines && unrolled_mention(unrolled, around->loops[i]->definition))
            return false;
    return true;
}
