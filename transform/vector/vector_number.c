// Elements by their number in an array, row by row, instead of by subscripts: it grows by a constant distance, so that
// no iteration multiplies.
#include "transform/vector/vector_number.h"
#include "transform/tree/linear.h"

// How many elements are between neighbours of the subscript.
static Expr *pitch_of(Arena *arena, const Array *array, int subscript)
{
    Expr *pitch = expr_index(arena, 1);
    for (int d = array->ndim - 1; d > subscript; d--)
        pitch = index_mul(arena, index_cast(arena, array->extent[d]), pitch);
    return pitch;
}

Expr *window_number(Arena *arena, const Expr *access)
{
    Expr *number = index_cast(arena, access->operands[0]);
    for (int d = 1; d < access->noperands; d++)
        number = index_add(arena, index_mul(arena, number, index_cast(arena, access->array->extent[d])),
                           index_cast(arena, access->operands[d]));
    return number;
}

static Expr *further(Arena *arena, Expr *sum, int64_t steps, Expr *pitch)
{
    Expr *distance = index_mul(arena, expr_index(arena, steps < 0 ? -steps : steps), pitch);
    return !steps ? sum : steps < 0 ? index_sub(arena, sum, distance) : index_add(arena, sum, distance);
}

Expr *window_moved_number(Arena *arena, const ReuseWindow *window, Expr *sum, const int64_t *offset)
{
    for (int d = 0; d < window->ndim; d++) {
        Expr *pitch = index_mul(arena, monomial_expr(arena, &window->dims[d].stride),
                                pitch_of(arena, window->array, window->dims[d].subscript));
        sum = further(arena, sum, offset[d], pitch);
    }
    return sum;
}

// The sums and products in int, where the number is one.
Expr *window_in_type(Arena *arena, const Type *type, Expr *expr)
{
    if (expr->type == type)
        return expr;
    bool sum = expr->kind == EX_BINARY && (expr->op == OP_ADD || expr->op == OP_SUB || expr->op == OP_MUL);
    if (expr->kind == EX_CAST && expr->operands[0]->type == type)
        return expr->operands[0];
    if (!sum || expr->type->kind != TY_I64)
        return expr_cast(arena, type, expr);
    return expr_binary(arena, expr->op, window_in_type(arena, type, expr->operands[0]),
                       window_in_type(arena, type, expr->operands[1]), type);
}

Expr *window_advance(Arena *arena, const ReuseWindow *window, const Type *type)
{
    return window_in_type(arena, type, window_moved_number(arena, window, expr_index(arena, 0), window->iteration[0]));
}

static Expr *element_at(Arena *arena, const Array *array, Expr *number, const Type *type)
{
    number = window_in_type(arena, type, number);
    Expr *subscripts[MAX_DIMS];
    for (int d = 0; d < array->ndim; d++)
        subscripts[d] = expr_index(arena, 0);
    subscripts[array->ndim - 1] = number;
    return expr_access(arena, array, subscripts);
}

Expr *window_element_at(Arena *arena, const Array *array, Expr *number)
{
    return element_at(arena, array, number, number->type);
}

Expr *window_same_number(Arena *arena, const Expr *origin, Expr *number, const Expr *access)
{
    const Array *array = access->array;
    const Type *type = number->type;
    bool alike = array->ndim == origin->array->ndim && !access->npath;
    for (int d = 0; d < array->ndim && alike; d++) {
        Linear apart = linear_of(arena, index_sub(arena, access->operands[d], origin->operands[d]));
        alike = linear_is_constant(&apart) && !apart.overflow &&
                (d == 0 || expr_equal(array->extent[d], origin->array->extent[d]));
        number = alike ? further(arena, number, apart.constant, pitch_of(arena, array, d)) : number;
    }
    return alike ? element_at(arena, array, number, type) : NULL;
}

Expr *window_numbered(Arena *arena, const ReuseWindow *window, const Symbol *number, const int64_t *offset,
                      int64_t column)
{
    Expr *at = window_moved_number(arena, window, expr_symbol(arena, number), offset);
    return element_at(arena, window->array, further(arena, at, column, expr_index(arena, 1)), number->type);
}
