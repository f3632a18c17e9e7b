#include "frontend/normalize/count_steps.h"

typedef struct Counting {
    Arena *arena;
    const Symbol *iterator, *counter;
    const Expr *step;
    bool found; // a quotient
} Counting;

static bool is_by_step(const Counting *counting, const Expr *expr)
{
    return expr->kind == EX_BINARY && expr->op == OP_DIV && expr->type == counting->iterator->type &&
           expr_equal(expr_strip_casts(expr->operands[1]), expr_strip_casts(counting->step));
}

static bool look_for_quotient(void *context, const Expr *expr)
{
    Counting *counting = context;
    const Expr *left = is_by_step(counting, expr) ? expr_strip_casts(expr->operands[0]) : NULL;
    counting->found = counting->found || (left && left->kind == EX_SYMBOL && left->symbol == counting->iterator);
    return !counting->found;
}

// The value of the iterator: counter * step.
static Expr *value_of(const Counting *counting)
{
    const Type *type = counting->iterator->type;
    return expr_binary(counting->arena, OP_MUL, expr_symbol(counting->arena, counting->counter),
                       expr_cast(counting->arena, type, (Expr *)counting->step), type);
}

static Expr *in_steps(void *context, Expr *expr)
{
    const Counting *counting = context;
    if (expr->kind == EX_SYMBOL && expr->symbol == counting->iterator)
        return value_of(counting);
    if (is_by_step(counting, expr) && expr_equal(expr_strip_casts(expr->operands[0]), value_of(counting)))
        return expr_symbol(counting->arena, counting->counter);
    return expr;
}

static bool is_counted(const Stmt *stmt)
{
    const Loop *loop = stmt->loop;
    const Expr *step = expr_strip_casts(loop->step);
    return step->kind == EX_SYMBOL && step->symbol->role == SYM_PARAM && !step->symbol->is_volatile &&
           loop->step_sign > 0 && expr_is_int(loop->lower, 0) && !loop->factor && !loop->may_wrap && !loop->tested &&
           !loop->endless && !loop->from_zero && !loop->not_equal && !loop->distinct[0] && !loop->iterator->host &&
           type_is_signed(loop->iterator->type) && loop->iterator->type->size >= 4 && !stmt->directive;
}

static Stmt *count_loop(void *context, Stmt *stmt)
{
    Nest *nest = context;
    Arena *arena = nest->unit->arena;
    if (stmt->kind != ST_LOOP || !is_counted(stmt))
        return stmt;
    Counting counting = {.arena = arena, .iterator = stmt->loop->iterator, .step = expr_strip_casts(stmt->loop->step)};
    stmt_walk_expressions(stmt->body, look_for_quotient, &counting);
    if (!counting.found)
        return stmt;
    const Type *type = counting.iterator->type;
    counting.counter = nest_symbol(nest, arena_printf(arena, "%s_step", counting.iterator->name), type, SYM_ITERATOR);
    Loop loop = *stmt->loop;
    loop.iterator = counting.counter;
    Expr *by = index_cast(arena, (Expr *)counting.step);
    Expr *divisor = index_max(arena, by, expr_index(arena, 1)); // the host may compute it before it tests the step
    loop.upper = expr_cast(
        arena, type, expr_binary(arena, OP_CEIL_DIV, index_cast(arena, loop.upper), divisor, type_scalar(TY_I64)));
    loop.step = expr_int(arena, 1, type);
    Assertion forward = {.loc = stmt->loc, .is_tested = true};
    forward.condition =
        expr_binary(arena, OP_GE, index_cast(arena, (Expr *)counting.step), expr_index(arena, 1), type_scalar(TY_I64));
    VECTOR_PUSH(arena, &nest->assertions, forward);
    return stmt_loop_for(arena, stmt, &loop, stmt_rewrite(arena, stmt->body, NULL, in_steps, &counting));
}

Stmt *count_steps(Nest *nest, Stmt *body)
{
    Stmt *made = arena_copy(nest->unit->arena, body, sizeof *body);
    made->items = ARENA_ARRAY(nest->unit->arena, Stmt *, body->nitems + 1);
    for (int i = 0; i < body->nitems; i++)
        made->items[i] = stmt_rewrite(nest->unit->arena, body->items[i], count_loop, NULL, nest);
    return made;
}
