// Branches of known tests (contract in fold.h).
#include "transform/source/fold.h"
#include "transform/tree/query.h"

typedef struct Fold {
    Arena *arena;
    ExprRewriter *decide;
    void *context;
} Fold;

static Expr *fold_logic(Arena *arena, Expr *expr)
{
    const Expr *left = expr->operands[0];
    bool is_and = expr->op == OP_LOGICAL_AND;
    if (expr_is_int(left, is_and ? 0 : 1))
        return expr_int(arena, !is_and, expr->type);
    if (left->kind == EX_INT)
        return expr_truth(arena, expr->operands[1]);
    return expr_is_int(expr->operands[1], is_and ? 1 : 0) ? expr_truth(arena, expr->operands[0]) : expr;
}

static Expr *fold_expr(void *context, Expr *expr)
{
    const Fold *fold = context;
    if (expr->kind == EX_BINARY && op_is_logical(expr->op))
        return fold_logic(fold->arena, expr);
    if (expr->kind == EX_UNARY && expr->op == OP_NOT && expr->operands[0]->kind == EX_INT)
        return expr_int(fold->arena, !expr->operands[0]->integer, expr->type);
    if (expr->kind == EX_SELECT && expr->operands[0]->kind == EX_INT)
        return expr_cast(fold->arena, expr->type, expr->operands[expr->operands[0]->integer ? 1 : 2]);
    return fold->decide(fold->context, expr);
}

static Stmt *fold_stmt(void *context, Stmt *stmt)
{
    const Fold *fold = context;
    Stmt *kept = stmt;
    if (stmt->kind == ST_IF && stmt->condition->kind == EX_INT)
        kept = stmt->condition->integer ? stmt->body : stmt->otherwise;
    else if ((stmt->kind == ST_LOOP || stmt->kind == ST_IF) && tree_is_empty(stmt->body) &&
             tree_is_empty(stmt->otherwise))
        kept = NULL;
    return kept ? kept : stmt_block(fold->arena, NULL, 0);
}

Stmt *source_fold(Arena *arena, Stmt *stmt, ExprRewriter *decide, void *context)
{
    Fold fold = {.arena = arena, .decide = decide, .context = context};
    return stmt_rewrite(arena, stmt, fold_stmt, fold_expr, &fold);
}

Expr *source_fold_expr(Arena *arena, Expr *expr, ExprRewriter *decide, void *context)
{
    Fold fold = {.arena = arena, .decide = decide, .context = context};
    return expr_rewrite(arena, expr, fold_expr, &fold);
}
