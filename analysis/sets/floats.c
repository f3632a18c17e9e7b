// What is known of floating-point expressions by their form.
#include "analysis/sets/floats.h"

#include <string.h>

// A product that a compiler may join with the sum that uses it.
static bool is_product(const Expr *expr)
{
    bool found = expr->kind == EX_BINARY && expr->op == OP_MUL && type_is_float(expr->type);
    bool passes = expr->kind == EX_UNARY || expr->kind == EX_SELECT;
    for (int i = 0; i < expr->noperands && passes && !found; i++)
        found = is_product(expr->operands[i]);
    return found;
}

bool float_is_rounded(const Expr *expr)
{
    if (expr->kind != EX_BINARY || !type_is_float(expr->type))
        return false;
    bool sum = expr->op == OP_ADD || expr->op == OP_SUB;
    return (expr->op == OP_DIV && expr->type->kind == TY_F32) ||
           (sum && (is_product(expr->operands[0]) || is_product(expr->operands[1])));
}

bool float_call_is_exact(const Expr *call)
{
    static const char *const exact[] = {"floor",  "ceil",  "trunc",  "round",  "fabs",
                                        "floorf", "ceilf", "truncf", "roundf", "fabsf"};
    bool found = false;
    for (size_t i = 0; i < sizeof exact / sizeof *exact && !call->function && call->text; i++)
        found = found || !strcmp(call->text, exact[i]);
    return found;
}

bool float_is_number(const Expr *expr)
{
    if (expr->kind == EX_CAST)
        return type_is_integer(expr->operands[0]->type) || float_is_number(expr->operands[0]);
    bool extreme = expr->kind == EX_CALL && !expr->function && expr->noperands == 2 && expr->text &&
                   (!strncmp(expr->text, "fmin", 4) || !strncmp(expr->text, "fmax", 4));
    return expr->kind == EX_FLOAT ||
           (extreme && (float_is_number(expr->operands[0]) || float_is_number(expr->operands[1])));
}

const Expr *float_constant(const Expr *expr)
{
    while (expr->kind == EX_CAST && type_is_float(expr->type))
        expr = expr->operands[0];
    return expr->kind == EX_FLOAT ? expr : NULL;
}

bool float_call_is_one_of(const Expr *call, const char *const *names)
{
    for (; *names; names++)
        if (call->text && !strcmp(call->text, *names))
            return true;
    return false;
}
