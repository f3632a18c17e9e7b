// Vectors loaded an iteration ahead: the loads run while the other unrolled iterations compute (contract in
// vector_kernel.h). Each vector is loaded as soon as the old contents of its registers are used up. If all were loaded
// earlier, that would need twice the registers, and nvcc delays loads until it has some.
#include "transform/vector/vector_kernel.h"

static Expr *next_iteration(const Lanes *lanes)
{
    return index_add(lanes->arena, expr_symbol(lanes->arena, lanes->ahead_of->iterator), lanes->ahead_of->step);
}

// What the loop around defines, in its next iteration.
static Expr *next_definition(const Lanes *lanes)
{
    const Loop *loop = lanes->ahead_of;
    return expr_substitute(lanes->arena, loop->definition, loop->iterator, next_iteration(lanes));
}

static Expr *next_value(const Lanes *lanes, Expr *expr)
{
    const Loop *loop = lanes->ahead_of;
    expr = expr_substitute(lanes->arena, expr, loop->iterator, next_iteration(lanes));
    return loop->defines ? expr_substitute(lanes->arena, expr, loop->defines, next_definition(lanes)) : expr;
}

static Stmt *next_stmt(const Lanes *lanes, Stmt *stmt)
{
    const Loop *loop = lanes->ahead_of;
    stmt = stmt_substitute(lanes->arena, stmt, loop->iterator, next_iteration(lanes));
    return loop->defines ? stmt_substitute(lanes->arena, stmt, loop->defines, next_definition(lanes)) : stmt;
}

Stmt *ahead_first(const Lanes *lanes, Stmt *loads)
{
    Arena *arena = lanes->arena;
    Expr *loaded = expr_symbol(arena, lanes->loaded), *whole = lanes_are_whole(lanes);
    Conjunction follows = {.arena = arena};
    also(&follows, linear_less(arena, next_iteration(lanes), lanes->ahead_of->upper));
    if (whole)
        also(&follows, next_value(lanes, whole));
    Stmt *items[] = {
        stmt_if(arena, expr_unary(arena, OP_NOT, loaded), loads, NULL),
        stmt_assign(arena, loaded, OP_NONE, expr_cast(arena, lanes->loaded->type, follows.all), NULL),
    };
    return stmt_block(arena, items, 2);
}

Stmt *ahead_next(const Lanes *lanes)
{
    StmtList loads = {0};
    FOR_EACH(i, &lanes->groups.list)
        VECTOR_PUSH(lanes->arena, &loads, lanes_move(lanes, i, IN_LOAD_LANES));
    return stmt_if(lanes->arena, expr_symbol(lanes->arena, lanes->loaded),
                   next_stmt(lanes, lanes_together(lanes, &loads)), NULL);
}

Stmt *ahead_expand(Lanes *lanes, const Stmt *stmt)
{
    Arena *arena = lanes->arena;
    Loop loop = *stmt->loop;
    loop.ahead = false;
    lanes->ahead_of = stmt->loop;
    lanes->loaded = nest_symbol(lanes->state->nest, "loaded", type_scalar(TY_I32), SYM_LOCAL);
    VECTOR_PUSH(arena, &lanes->before, stmt_declare(arena, lanes->loaded, expr_int(arena, 0, lanes->loaded->type)));
    Expr *whole = lanes_are_whole(lanes), *loaded = expr_symbol(arena, lanes->loaded);
    Stmt *vectors = lanes_with_vectors(lanes);
    if (whole)
        vectors = stmt_if(arena, expr_binary(arena, OP_LOGICAL_OR, loaded, whole, type_scalar(TY_I32)), vectors,
                          lanes_serially(lanes));
    Stmt *made = stmt_loop_for(arena, stmt, &loop, vectors);
    VECTOR_PUSH(arena, &lanes->before, made);
    return lanes_together(lanes, &lanes->before);
}
