// Joins branches of kernels for their readers (contract in lower.h):
//   if (a) if (b) x;             ->   if (a && b) x;
//   if (a) x; if (a) y;          ->   if (a) { x; y; }     where x cannot change a
// Kernels with asynchronous copies stay as they are: nvcc would order the instructions of their loops differently.
#include "transform/lower/lower.h"
#include "transform/tree/query.h"

typedef struct Joining {
    Arena *arena;
    const Stmt *root;
} Joining;

typedef struct Look {
    const Joining *joining;
    bool fixed;
} Look;

static bool look_at_part(void *context, const Expr *expr)
{
    Look *look = context;
    bool computed = expr->kind == EX_INT || expr->kind == EX_CAST || expr->kind == EX_UNARY || expr->kind == EX_BINARY;
    look->fixed = look->fixed && (computed || tree_keeps_operand(look->joining->root, expr));
    return look->fixed;
}

static bool is_fixed(const Joining *joining, const Expr *condition)
{
    Look look = {joining, true};
    expr_walk(condition, look_at_part, &look);
    return look.fixed;
}

static bool is_plain_if(const Stmt *stmt)
{
    return stmt->kind == ST_IF && !stmt->otherwise && !stmt->name;
}

static bool may_follow(const Joining *joining, const Stmt *first, const Stmt *next)
{
    return is_plain_if(first) && is_plain_if(next) && expr_equal(first->condition, next->condition) &&
           !tree_declares_here(first->body) && is_fixed(joining, first->condition);
}

static Stmt *one_after_the_other(Arena *arena, const Stmt *first, const Stmt *next)
{
    Stmt *bodies[] = {first->body, next->body};
    return stmt_if(arena, first->condition, stmt_block(arena, bodies, 2), NULL);
}

static Stmt *joined(void *context, Stmt *stmt)
{
    const Joining *joining = context;
    Arena *arena = joining->arena;
    if (is_plain_if(stmt) && is_plain_if(stmt->body))
        return stmt_if(arena, expr_both(arena, stmt->condition, stmt->body->condition), stmt->body->body, NULL);
    if (stmt->kind != ST_BLOCK)
        return stmt;
    StmtList items = {0};
    for (int i = 0; i < stmt->nitems; i++) {
        Stmt **last = items.count ? &items.items[items.count - 1] : NULL;
        if (last && may_follow(joining, *last, stmt->items[i]))
            *last = one_after_the_other(arena, *last, stmt->items[i]);
        else
            VECTOR_PUSH(arena, &items, stmt->items[i]);
    }
    return stmt_block(arena, items.items, items.count);
}

Stmt *join_branches(Arena *arena, Stmt *body)
{
    Joining joining = {arena, body};
    if (tree_copies_later(body))
        return body;
    return stmt_rewrite(arena, body, joined, NULL, &joining);
}
