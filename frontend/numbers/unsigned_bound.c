#include "frontend/numbers/unsigned_bound.h"

static Expr *compare(Arena *arena, Operator op, Expr *value, int64_t with)
{
    return expr_binary(arena, op, value, expr_index(arena, with), type_scalar(TY_I64));
}

Expr *unsigned_bound(Arena *arena, Expr *lower, Expr *bound, const Type *type)
{
    Expr *first = expr_cast(arena, type_scalar(TY_I64), lower), *negative = compare(arena, OP_LT, first, 0);
    if (type->size < 8)
        return expr_select(arena, negative, index_sub(arena, bound, expr_index(arena, INT64_C(1) << 8 * type->size)),
                           bound);
    Expr *none = index_sub(arena, first, expr_index(arena, 1));
    return expr_select(arena, expr_both(arena, negative, compare(arena, OP_GE, bound, 0)), none, bound);
}
