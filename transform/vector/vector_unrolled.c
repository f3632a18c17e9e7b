// The unrolled loops around a vector loop.
#include "transform/tree/loops.h"
#include "transform/vector/vector_find.h"
#include "transform/vector/vector_unrolled.h"

const Stmt *turns_around(const Stmt *stmt, Turns *turns)
{
    *turns = (Turns){0};
    while (stmt && stmt->kind == ST_LOOP && stmt->loop->binding == BIND_UNROLL && turns->count < MAX_TURNS) {
        turns->extent[turns->count] = bound_limit(stmt->loop->upper);
        turns->loops[turns->count++] = stmt;
        stmt = only_loop(stmt->body);
    }
    return stmt && stmt->kind == ST_LOOP && stmt->loop->binding == BIND_VECTOR ? stmt : NULL;
}

int64_t turns_number(const Turns *turns)
{
    int64_t number = 1;
    for (int t = 0; t < turns->count; t++)
        number *= turns->extent[t];
    return number;
}

bool turns_next(const Turns *turns, int64_t *turn)
{
    for (int t = turns->count - 1; t >= 0; t--) {
        if (++turn[t] < turns->extent[t])
            return true;
        turn[t] = 0;
    }
    return false;
}

bool turns_mention(const Turns *turns, const Expr *expr)
{
    for (int t = 0; t < turns->count; t++) {
        const Loop *loop = turns->loops[t]->loop;
        if (expr_mentions(expr, loop->iterator) || (loop->defines && expr_mentions(expr, loop->defines)))
            return true;
    }
    return false;
}

Expr *turns_definition(Arena *arena, const Turns *turns, Expr *expr)
{
    for (int t = turns->count - 1; t >= 0; t--)
        expr = lanes_definition(arena, turns->loops[t]->loop, expr);
    return expr;
}

Expr *turns_at(Arena *arena, const Turns *turns, Expr *expr, const int64_t *turn)
{
    expr = turns_definition(arena, turns, expr);
    for (int t = 0; t < turns->count; t++)
        expr = expr_substitute(arena, expr, turns->loops[t]->loop->iterator, expr_index(arena, turn[t]));
    return expr;
}

Expr *turns_at_inner(Arena *arena, const Turns *turns, Expr *expr)
{
    expr = turns_definition(arena, turns, expr);
    for (int t = 1; t < turns->count; t++)
        expr = expr_substitute(arena, expr, turns->loops[t]->loop->iterator, expr_index(arena, 0));
    return expr;
}

void also_full_turns(Conjunction *conjunction, const Turns *turns)
{
    for (int t = 0; t < turns->count; t++)
        also_below(conjunction, expr_index(conjunction->arena, turns->extent[t] - 1), turns->extent[t],
                   turns->loops[t]->loop->upper);
}

bool turns_are_box(const Turns *turns, const Varying *around)
{
    for (int t = 0; t < turns->count; t++) {
        const Loop *loop = turns->loops[t]->loop;
        if (turns->extent[t] < 1 || !loop_is_normal(loop) || turns_mention(turns, loop->upper))
            return false;
        for (int other = 0; other < turns->count; other++)
            if (other != t && turns->loops[other]->loop->defines &&
                expr_mentions(turns->loops[other]->loop->definition, loop->iterator))
                return false;
    }
    for (int i = 0; i < around->count; i++)
        if (around->loops[i]->defines && turns_mention(turns, around->loops[i]->definition))
            return false;
    return true;
}
