// Strip-mining: worker w has every SIZE-th iteration (contract in transform.h).
#include "transform/loop/part.h"
#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

// The inner part of a loop of the source runs over the values of its iterator, in a type in which no step overflows.
static Expr *over_values(Arena *arena, const Loop *loop, int64_t count, const Loop *outer, Loop *inner)
{
    inner->lower = part_value(arena, loop, expr_symbol(arena, outer->iterator));
    inner->upper = expr_cast(arena, type_scalar(TY_I64), loop->upper);
    inner->step = index_mul(arena, expr_cast(arena, type_scalar(TY_I64), loop->step), expr_index(arena, count));
    inner->step_sign = loop->step_sign;
    return expr_symbol(arena, inner->iterator);
}

// The inner part of a made loop counts the worker's iterations, so that it can be unrolled.
static Expr *over_counts(Arena *arena, const Loop *loop, int64_t count, const Loop *outer, Loop *inner)
{
    Expr *worker = expr_symbol(arena, outer->iterator);
    inner->upper = index_ceil_div(arena, index_minus(arena, loop->upper, worker), count);
    return index_add(arena, index_mul(arena, expr_index(arena, count), expr_symbol(arena, inner->iterator)), worker);
}

Stmt *cyclic(Candidate *state, Stmt *root, LoopId id, int64_t count, const char *outer_name, const char *inner_name)
{
    Arena *arena = state->arena;
    const Stmt *stmt = stmt_find_loop(root, id);
    const Loop *loop = stmt->loop;
    outer_name = outer_name ? outer_name : intern_printf("%s.worker", loop->name);
    inner_name = inner_name ? inner_name : intern_printf("%s.turn", loop->name);
    if (!part_may_split(state, root, stmt, "cyclic", count, outer_name, inner_name))
        return NULL;
    Loop outer = part_of(state, loop, outer_name), inner = part_of(state, loop, inner_name);
    bool made = iterator_is_made(loop->iterator) && loop_is_normal(loop);
    outer.cyclic = true;
    inner.cyclic = false;
    outer.upper = index_min(arena, expr_index(arena, count), loop_raw_count(arena, loop));
    Expr *value =
        made ? over_counts(arena, loop, count, &outer, &inner) : over_values(arena, loop, count, &outer, &inner);
    Stmt *body = part_define(arena, loop, &inner, value, stmt->body);
    return part_replace(state, root, stmt, part_nest(arena, &outer, &inner, body, stmt->loc), value);
}
