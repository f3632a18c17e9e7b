// Recognizes statements of the form place = a * place + b, in all the ways C writes them.
#include "analysis/depend/linear_update.h"
#include "analysis/depend/update.h"

#include <string.h>

// factor * place + term; NULL is 0.
typedef struct Form {
    bool known;
    Expr *factor, *term;
} Form;

static const Form unknown = {0};

// Whether a value of the place keeps its bits (of a floating-point number, its digits) in the other type.
static bool holds(const Type *type, const Type *place)
{
    if (type_is_float(place))
        return type_is_float(type) && type->size >= place->size;
    return type_is_integer(type) && type->kind != TY_BOOL && type->size >= place->size;
}

static Expr *one(Arena *arena, const Type *type)
{
    return type_is_float(type) ? expr_float(arena, 1, type) : expr_int(arena, 1, type);
}

static bool is_one(const Expr *expr)
{
    return expr_is_int(expr, 1) || (expr->kind == EX_FLOAT && expr->real == 1);
}

static Expr *times(Arena *arena, Expr *left, Expr *right)
{
    if (!left || !right)
        return NULL;
    return is_one(left) ? right : is_one(right) ? left : expr_binary(arena, OP_MUL, left, right, left->type);
}

static Expr *over(Arena *arena, Expr *left, Expr *right)
{
    return left ? expr_binary(arena, OP_DIV, left, right, left->type) : NULL;
}

static Expr *sum(Arena *arena, Operator op, Expr *left, Expr *right)
{
    if (!left || !right)
        return left ? left : right && op == OP_SUB ? expr_unary(arena, OP_NEG, right) : right;
    return expr_binary(arena, op, left, right, left->type);
}

static Form joined(Arena *arena, Operator op, Form left, Form right)
{
    if (!left.known || !right.known)
        return unknown;
    if (op == OP_ADD || op == OP_SUB)
        return (Form){true, sum(arena, op, left.factor, right.factor), sum(arena, op, left.term, right.term)};
    if (op == OP_MUL && !right.factor)
        return (Form){true, times(arena, left.factor, right.term), times(arena, left.term, right.term)};
    if (op == OP_MUL && !left.factor)
        return (Form){true, times(arena, left.term, right.factor), times(arena, left.term, right.term)};
    if (op == OP_DIV && !right.factor && type_is_float(right.term->type))
        return (Form){true, over(arena, left.factor, right.term), over(arena, left.term, right.term)};
    return unknown;
}

static bool is_zero(const Expr *expr)
{
    while (expr->kind == EX_CAST)
        expr = expr->operands[0];
    return expr_is_int(expr, 0) || (expr->kind == EX_FLOAT && expr->real == 0);
}

// x != 0 ? a * x : 0
static bool is_zero_at_zero(const Expr *expr, const Expr *place)
{
    const Expr *test = expr->operands[0];
    if (test->kind != EX_BINARY || test->op != OP_NE || !is_zero(test->operands[1]) || !is_zero(expr->operands[2]))
        return false;
    const Expr *tested = test->operands[0];
    while (tested->kind == EX_CAST && holds(tested->type, place->type))
        tested = tested->operands[0];
    return expr_equal(tested, place);
}

static Form form_of(Arena *arena, Expr *expr, const Expr *place)
{
    if (expr_equal(expr, place))
        return (Form){true, one(arena, expr->type), NULL};
    if (update_count_place(expr, place) == 0)
        return (Form){true, NULL, expr};
    if (!holds(expr->type, place->type))
        return unknown;
    if (expr->kind == EX_CAST) {
        Form inner = form_of(arena, expr->operands[0], place);
        return (Form){inner.known, inner.factor ? expr_cast(arena, expr->type, inner.factor) : NULL,
                      inner.term ? expr_cast(arena, expr->type, inner.term) : NULL};
    }
    if (expr->kind == EX_UNARY && expr->op == OP_NEG) {
        Form inner = form_of(arena, expr->operands[0], place);
        return (Form){inner.known, inner.factor ? expr_unary(arena, OP_NEG, inner.factor) : NULL,
                      inner.term ? expr_unary(arena, OP_NEG, inner.term) : NULL};
    }
    if (expr->kind == EX_SELECT && is_zero_at_zero(expr, place)) {
        Form form = form_of(arena, expr->operands[1], place);
        return form.term ? unknown : form;
    }
    if (expr->kind == EX_BINARY)
        return joined(arena, expr->op, form_of(arena, expr->operands[0], place),
                      form_of(arena, expr->operands[1], place));
    if (expr->kind == EX_CALL && !expr->function && (!strcmp(expr->text, "fma") || !strcmp(expr->text, "fmaf")))
        return joined(
            arena, OP_ADD,
            joined(arena, OP_MUL, form_of(arena, expr->operands[0], place), form_of(arena, expr->operands[1], place)),
            form_of(arena, expr->operands[2], place));
    return unknown;
}

bool linear_update_of(Arena *arena, const Stmt *stmt, LinearUpdate *update)
{
    const Type *type = stmt->place->type;
    if (!type_is_arithmetic(type) || type->kind == TY_BOOL || (stmt->op != OP_NONE && !holds(stmt->compute, type)))
        return false;
    Expr *value = stmt->op == OP_NONE ? stmt->value
                                      : expr_binary(arena, stmt->op, expr_cast(arena, stmt->compute, stmt->place),
                                                    stmt->value, stmt->compute);
    Form form = form_of(arena, value, stmt->place);
    if (!form.known || !form.factor)
        return false;
    const Type *computed = form.factor->type;
    Expr *zero = type_is_float(computed) ? expr_float(arena, 0, computed) : expr_int(arena, 0, computed);
    *update = (LinearUpdate){form.factor, form.term ? form.term : zero};
    return true;
}
