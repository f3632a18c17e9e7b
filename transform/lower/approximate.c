// Contract in approximate.h.
#include "transform/lower/approximate.h"

#include <string.h>

const ApproximationRow approximation_rows[APPROXIMATIONS] = {
    {"crs_quotient", "a / b, within 2 ulps; 0 where |b| is above 2^126"},
    {"crs_reciprocal_root", "1 / sqrtf(a), within 2 ulps"},
    {"rsqrt", "1 / sqrt(a) of doubles, within 1 ulp"},
    {"crs_root", "sqrtf(a), within 1 ulp"},
    {"crs_exponential", "expf(a), within 2 + 1.173 |a| ulps"},
    {"crs_sine", "sinf(a), within 2^-21.4 where |a| is at most pi"},
    {"crs_cosine", "cosf(a), within 2^-21.1 where |a| is at most pi"},
    {"crs_plus_square", "sums of n squares and a number above 0, within n + 1 ulps: a + b * b with one rounding"},
};

static bool calls(const Expr *expr, const char *name)
{
    return expr->kind == EX_CALL && !expr->function && strcmp(expr->text, name) == 0;
}

// ---- what there is

// sqrtf may have become an approximation before.
static bool is_root(const Expr *expr)
{
    return calls(expr, "sqrtf") || calls(expr, approximation_rows[APPROXIMATE_ROOT].name);
}

static Approximation of_quotient(const Type *type, const Expr *divisor)
{
    if (type->kind == TY_F64)
        return calls(divisor, "sqrt") ? APPROXIMATE_DOUBLE_RECIPROCAL_ROOT : APPROXIMATIONS;
    if (type->kind != TY_F32)
        return APPROXIMATIONS;
    return is_root(divisor) ? APPROXIMATE_RECIPROCAL_ROOT : APPROXIMATE_DIVISION;
}

int sum_of_squares(const Expr *expr)
{
    if (expr->kind != EX_BINARY || expr->type->kind != TY_F32)
        return 0;
    if (expr->op == OP_MUL)
        return expr_equal(expr->operands[0], expr->operands[1]);
    int first = expr->op == OP_ADD ? sum_of_squares(expr->operands[0]) : 0;
    int second = first ? sum_of_squares(expr->operands[1]) : 0;
    return second ? first + second : 0;
}

// The number comes first, so that each square is added by one multiply-add. No term is below 0: errors do not grow.
static bool ends_with_number(const Expr *expr)
{
    const Expr *number = expr->operands[1];
    return expr->op == OP_ADD && expr->type->kind == TY_F32 && number->kind == EX_FLOAT && number->real > 0 &&
           sum_of_squares(expr->operands[0]) > 1;
}

Approximation approximation_of(const Expr *expr)
{
    if (expr->kind == EX_BINARY && ends_with_number(expr))
        return APPROXIMATE_SQUARES;
    if (expr->kind == EX_BINARY && expr->op == OP_DIV)
        return of_quotient(expr->type, expr->operands[1]);
    return calls(expr, "sqrtf")  ? APPROXIMATE_ROOT
           : calls(expr, "expf") ? APPROXIMATE_EXPONENTIAL
           : calls(expr, "sinf") ? APPROXIMATE_SINE
           : calls(expr, "cosf") ? APPROXIMATE_COSINE
                                 : APPROXIMATIONS;
}

// ---- what becomes of it

static bool is_one(const Expr *expr)
{
    while (expr->kind == EX_CAST)
        expr = expr->operands[0];
    return expr_is_int(expr, 1) || (expr->kind == EX_FLOAT && expr->real == 1);
}

static Expr *call(Arena *arena, Approximation which, const Type *type, Expr *first, Expr *second)
{
    Expr *arguments[] = {first, second};
    return expr_call(arena, type, approximation_rows[which].name, NULL, arguments, second ? 2 : 1);
}

static Expr *quotient(Arena *arena, Approximation which, const Type *type, Expr *dividend, Expr *divisor)
{
    if (which == APPROXIMATE_DIVISION)
        return call(arena, which, type, dividend, divisor);
    Expr *reciprocal = call(arena, which, type, divisor->operands[0], NULL);
    return is_one(dividend) ? reciprocal : expr_binary(arena, OP_MUL, dividend, reciprocal, type);
}

static Expr *plus_squares(Arena *arena, Expr *to, const Expr *squares)
{
    if (squares->op == OP_MUL)
        return call(arena, APPROXIMATE_SQUARES, to->type, to, squares->operands[0]);
    return plus_squares(arena, plus_squares(arena, to, squares->operands[0]), squares->operands[1]);
}

// Operands come first.
static Expr *approximate_expr(void *context, Expr *expr)
{
    Arena *arena = context;
    Approximation which = approximation_of(expr);
    if (which == APPROXIMATIONS)
        return expr;
    if (which == APPROXIMATE_SQUARES)
        return plus_squares(arena, expr->operands[1], expr->operands[0]);
    if (expr->kind == EX_BINARY)
        return quotient(arena, which, expr->type, expr->operands[0], expr->operands[1]);
    return call(arena, which, expr->type, expr->operands[0], NULL);
}

// a /= b
static Stmt *approximate_stmt(void *context, Stmt *stmt)
{
    Arena *arena = context;
    bool divides = stmt->kind == ST_ASSIGN && stmt->op == OP_DIV && stmt->place->type->kind == stmt->value->type->kind;
    Approximation which = divides ? of_quotient(stmt->place->type, stmt->value) : APPROXIMATIONS;
    if (which == APPROXIMATIONS)
        return stmt;
    Stmt *made = arena_copy(arena, stmt, sizeof *stmt);
    made->op = OP_NONE;
    made->value = quotient(arena, which, stmt->place->type, stmt->place, stmt->value);
    return made;
}

Stmt *approximate(Arena *arena, Stmt *body)
{
    return stmt_rewrite(arena, body, approximate_stmt, approximate_expr, arena);
}

static bool look_for_call(void *context, const Expr *expr)
{
    unsigned *found = context;
    for (int i = 0; i < APPROXIMATIONS; i++)
        *found |= calls(expr, approximation_rows[i].name) ? 1u << i : 0;
    return true;
}

unsigned approximations_in(const Stmt *body)
{
    unsigned found = 0;
    stmt_walk_expressions(body, look_for_call, &found);
    return found;
}
