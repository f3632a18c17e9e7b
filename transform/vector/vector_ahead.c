// Vectors loaded an iteration ahead: the loads run while the other unrolled iterations compute (contract in
// vector_kernel.h). Each vector is loaded as soon as the old contents of its registers are used up. If all were loaded
// earlier, that would need twice the registers, and nvcc delays loads until it has some.
#include "transform/vector/vector_kernel.h"

static Expr *next_iteration(const VectorLoop *vector)
{
    return index_add(vector->arena, expr_symbol(vector->arena, vector->ahead_of->iterator), vector->ahead_of->step);
}

// What the loop around defines, in its next iteration.
static Expr *next_definition(const VectorLoop *vector)
{
    const Loop *loop = vector->ahead_of;
    return expr_substitute(vector->arena, loop->definition, loop->iterator, next_iteration(vector));
}

static Expr *next_value(const VectorLoop *vector, Expr *expr)
{
    const Loop *loop = vector->ahead_of;
    expr = expr_substitute(vector->arena, expr, loop->iterator, next_iteration(vector));
    return loop->defines ? expr_substitute(vector->arena, expr, loop->defines, next_definition(vector)) : expr;
}

static Stmt *next_stmt(const VectorLoop *vector, Stmt *stmt)
{
    const Loop *loop = vector->ahead_of;
    stmt = stmt_substitute(vector->arena, stmt, loop->iterator, next_iteration(vector));
    return loop->defines ? stmt_substitute(vector->arena, stmt, loop->defines, next_definition(vector)) : stmt;
}

Stmt *ahead_first(const VectorLoop *vector, Stmt *loads)
{
    Arena *arena = vector->arena;
    Expr *loaded = expr_symbol(arena, vector->loaded), *whole = vector_is_whole(vector);
    Conjunction follows = {.arena = arena};
    also(&follows, linear_less(arena, next_iteration(vector), vector->ahead_of->upper));
    if (whole)
        also(&follows, next_value(vector, whole));
    Stmt *items[] = {
        stmt_if(arena, expr_unary(arena, OP_NOT, loaded), loads, NULL),
        stmt_assign(arena, loaded, OP_NONE, expr_cast(arena, vector->loaded->type, follows.all), NULL),
    };
    return stmt_block(arena, items, 2);
}

Stmt *ahead_next(const VectorLoop *vector)
{
    StmtList loads = {0};
    FOR_EACH(i, &vector->groups.list)
        VECTOR_PUSH(vector->arena, &loads, vector_move(vector, i, IN_LOAD_LANES));
    return stmt_if(vector->arena, expr_symbol(vector->arena, vector->loaded),
                   next_stmt(vector, vector_together(vector, &loads)), NULL);
}

Stmt *ahead_expand(VectorLoop *vector, const Stmt *stmt)
{
    Arena *arena = vector->arena;
    Loop loop = *stmt->loop;
    loop.ahead = false;
    vector->ahead_of = stmt->loop;
    vector->loaded = nest_symbol(vector->state->nest, "loaded", type_scalar(TY_I32), SYM_LOCAL);
    VECTOR_PUSH(arena, &vector->before, stmt_declare(arena, vector->loaded, expr_int(arena, 0, vector->loaded->type)));
    Expr *whole = vector_is_whole(vector), *loaded = expr_symbol(arena, vector->loaded);
    Stmt *vectors = vector_with_vectors(vector);
    if (whole)
        vectors = stmt_if(arena, expr_binary(arena, OP_LOGICAL_OR, loaded, whole, type_scalar(TY_I32)), vectors,
                          vector_serially(vector));
    Stmt *made = stmt_loop_for(arena, stmt, &loop, vectors);
    VECTOR_PUSH(arena, &vector->before, made);
    return vector_together(vector, &vector->before);
}
