// Copies trees into another arena, so that the old arena can be released.
#include "ir/ir.h"

#include <string.h>

static const char *copy_text(Arena *arena, const char *text)
{
    return text ? arena_strndup(arena, text, strlen(text)) : NULL;
}

static Expr **copy_list(Arena *arena, Expr *const *list, int count)
{
    Expr **copies = ARENA_ARRAY(arena, Expr *, count);
    for (int i = 0; i < count; i++)
        copies[i] = expr_copy(arena, list[i]);
    return copies;
}

Expr *expr_copy(Arena *arena, const Expr *expr)
{
    if (!expr)
        return NULL;
    Expr *copy = arena_copy(arena, expr, sizeof *expr);
    copy->text = copy_text(arena, expr->text);
    copy->operands = copy_list(arena, expr->operands, expr->noperands);
    copy->path = arena_copy(arena, expr->path, sizeof *expr->path * (size_t)expr->npath);
    for (int i = 0; i < expr->npath; i++)
        copy->path[i].subscripts = copy_list(arena, expr->path[i].subscripts, expr->path[i].field->ndim);
    return copy;
}

static Loop *copy_loop(Arena *arena, const Loop *loop)
{
    if (!loop)
        return NULL;
    Loop *copy = arena_copy(arena, loop, sizeof *loop);
    copy->name = copy_text(arena, loop->name);
    copy->lower = expr_copy(arena, loop->lower);
    copy->upper = expr_copy(arena, loop->upper);
    copy->step = expr_copy(arena, loop->step);
    copy->definition = expr_copy(arena, loop->definition);
    return copy;
}

Stmt *stmt_copy(Arena *arena, const Stmt *stmt)
{
    if (!stmt)
        return NULL;
    Stmt *copy = arena_copy(arena, stmt, sizeof *stmt);
    copy->items = ARENA_ARRAY(arena, Stmt *, stmt->nitems);
    for (int i = 0; i < stmt->nitems; i++)
        copy->items[i] = stmt_copy(arena, stmt->items[i]);
    copy->loop = copy_loop(arena, stmt->loop);
    copy->body = stmt_copy(arena, stmt->body);
    copy->otherwise = stmt_copy(arena, stmt->otherwise);
    copy->place = expr_copy(arena, stmt->place);
    copy->value = expr_copy(arena, stmt->value);
    copy->condition = expr_copy(arena, stmt->condition);
    copy->rotated = arena_copy(arena, stmt->rotated, sizeof *stmt->rotated * (size_t)stmt->nrotated);
    copy->taken = arena_copy(arena, stmt->taken, sizeof *stmt->taken * (size_t)stmt->nrotated);
    copy->name = copy_text(arena, stmt->name);
    for (int d = 0; d < 3; d++) {
        copy->grid[d] = expr_copy(arena, stmt->grid[d]);
        copy->block[d] = expr_copy(arena, stmt->block[d]);
    }
    return copy;
}
