#include "ir/table.h"

bool array_is_table(const Array *array)
{
    return array->constants || array->reals;
}

Expr *table_element(Arena *arena, const Array *array, int64_t place)
{
    return array->constants ? expr_int(arena, array->constants[place], array->element)
                            : expr_float(arena, array->reals[place], array->element);
}

int64_t access_place(const Expr *access)
{
    const Array *array = access->array;
    int64_t place = 0;
    for (int d = 0; d < array->ndim; d++) {
        const Expr *subscript = expr_strip_casts(access->operands[d]), *extent = array->extent[d];
        bool known = subscript->kind == EX_INT && extent && extent->kind == EX_INT;
        if (!known || subscript->integer < 0 || subscript->integer >= extent->integer)
            return -1;
        place = place * extent->integer + subscript->integer;
    }
    return place;
}

static Expr *look_up(void *context, Expr *expr)
{
    Arena *arena = context;
    if (expr->kind != EX_ACCESS || expr->npath || !array_is_table(expr->array))
        return expr;
    int64_t place = access_place(expr);
    if (place < 0)
        return expr;
    return expr_cast(arena, expr->type, table_element(arena, expr->array, place));
}

Stmt *stmt_look_up(Arena *arena, Stmt *root)
{
    return stmt_rewrite(arena, root, NULL, look_up, arena);
}
