#include "transform/loop/part.h"
#include "transform/tree/tree.h"

static Stmt *refuse(Candidate *state, const Stmt *stmt, const char *reason)
{
    diag_refuse(state->diag, stmt->loc, "skew %s refused: %s", stmt->loop->name, reason);
    return NULL;
}

Stmt *skew(Candidate *state, Stmt *root, LoopId id, LoopId along, int64_t factor)
{
    Arena *arena = state->arena;
    const Stmt *stmt = stmt_find_loop(root, id), *outer = stmt_find_loop(root, along);
    const Loop *loop = stmt->loop;
    const char *name = intern_printf("%s.skew", loop->name);
    if (outer == stmt || !stmt_find_loop(outer, id))
        return refuse(state, stmt, intern_printf("it is not inside of %s", outer->loop->name));
    if (loop->origin == outer->loop->origin)
        return refuse(state, stmt, "both are parts of one loop");
    if (!part_may_replace(state, stmt, "skew") || !part_is_readable(state, stmt, "skew") ||
        !part_name_is_free(state, root, stmt, "skew", name))
        return NULL;
    const Type *index = type_scalar(TY_I64);
    Expr *shift =
        index_mul(arena, expr_index(arena, factor), expr_cast(arena, index, expr_symbol(arena, outer->loop->iterator)));
    Loop skewed = part_of(state, loop, name);
    skewed.lower = linear_simplify(arena, index_add(arena, loop->lower, shift));
    skewed.upper = linear_simplify(arena, index_add(arena, loop->upper, shift));
    skewed.step = expr_cast(arena, index, loop->step);
    skewed.step_sign = loop->step_sign;
    Expr *value = index_sub(arena, expr_symbol(arena, skewed.iterator), shift);
    Stmt *body = part_define(arena, loop, &skewed, value, stmt->body);
    return tree_replace(arena, root, stmt, stmt_loop_for(arena, stmt, &skewed, body));
}
