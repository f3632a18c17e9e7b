#include "transform/loop/part.h"
#include "transform/tree/formula.h"
#include "transform/tree/tree.h"

static Stmt *refuse(Candidate *state, const Stmt *stmt, const char *reason)
{
    diag_refuse(state->diag, stmt->loc, "skew %s refused: %s", stmt->loop->name, reason);
    return NULL;
}

enum { LARGEST_PARAMETER = 4 };

// f in 1..4, as the launcher tests it.
static void assume_range(Arena *arena, Expr *factor, Assumption *assumed)
{
    const Type *index = type_scalar(TY_I64);
    Expr *least = expr_binary(arena, OP_GE, factor, expr_index(arena, 1), index);
    Expr *most = expr_binary(arena, OP_LE, factor, expr_index(arena, LARGEST_PARAMETER), index);
    assumed->condition = expr_both(arena, least, most);
    assumed->words = arena_printf(arena, "1 <= %s <= %d", expr_text(arena, factor), LARGEST_PARAMETER);
}

static Expr *read_factor(Candidate *state, const Stmt *stmt, const char *text, Loc loc, Assumption *assumed)
{
    const char *wrong;
    Expr *factor = formula_read(state->arena, (FormulaScope){state->nest, NULL}, text ? text : "1", &wrong);
    if (!factor && loc.file)
        diag_error(state->diag, loc, "skew %s: %s", stmt->loop->name, wrong);
    else if (!factor)
        refuse(state, stmt, wrong);
    if (!factor)
        return NULL;
    if (expr_strip_casts(factor)->kind == EX_SYMBOL)
        assume_range(state->arena, factor, assumed);
    else if (factor->kind != EX_INT || factor->integer < 1 || factor->integer > INT32_MAX)
        return (Expr *)refuse(state, stmt, "the factor must be a number between 1 and 2147483647, or a parameter");
    return factor;
}

Stmt *skew(Candidate *state, Stmt *root, LoopId id, LoopId along, const char *text, Loc loc, Assumption *assumed)
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
    Expr *factor = read_factor(state, stmt, text, loc, assumed);
    if (!factor)
        return NULL;
    const Type *index = type_scalar(TY_I64);
    Expr *shift = index_mul(arena, factor, expr_cast(arena, index, expr_symbol(arena, outer->loop->iterator)));
    if (outer->loop->step_sign < 0)
        shift = linear_simplify(arena, index_sub(arena, expr_index(arena, 0), shift));
    Loop skewed = part_of(state, loop, name);
    skewed.lower = linear_simplify(arena, index_add(arena, loop->lower, shift));
    skewed.upper = linear_simplify(arena, index_add(arena, loop->upper, shift));
    skewed.step = expr_cast(arena, index, loop->step);
    skewed.step_sign = loop->step_sign;
    Expr *value = linear_simplify(arena, index_sub(arena, expr_symbol(arena, skewed.iterator), shift));
    Stmt *body = part_define(arena, loop, &skewed, value, stmt->body);
    return part_replace(state, root, stmt, stmt_loop_for(arena, stmt, &skewed, body), value);
}
