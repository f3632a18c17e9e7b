// Extremes of index expressions over loops, by interval arithmetic on linear forms (contract in linear.h).
#include "transform/tree/linear.h"

static const Loop *loop_of_symbol(const Varying *varying, const Symbol *symbol, bool *defined)
{
    for (int i = varying->count - 1; i >= 0; i--) {
        *defined = varying->loops[i]->defines == symbol;
        if (*defined || varying->loops[i]->iterator == symbol)
            return varying->loops[i];
    }
    return NULL;
}

typedef struct Mentions {
    const Varying *varying;
    bool found;
} Mentions;

static bool look(void *context, const Expr *expr)
{
    Mentions *mentions = context;
    bool defined = false;
    if (expr->kind == EX_SYMBOL && loop_of_symbol(mentions->varying, expr->symbol, &defined))
        mentions->found = true;
    return !mentions->found;
}

bool varying_mentions(const Varying *varying, const Expr *expr)
{
    Mentions mentions = {varying, false};
    expr_walk(expr, look, &mentions);
    return mentions.found;
}

bool varying_mentions_bounds(const Varying *varying, const Loop *loop)
{
    return varying_mentions(varying, loop->lower) || varying_mentions(varying, loop->upper);
}

static Expr *extreme(Arena *arena, const Varying *varying, Expr *expr, bool largest);

// Of an iterator: its definition's, or its first or last value's.
static Expr *extreme_of_symbol(Arena *arena, const Varying *varying, const Expr *expr, bool largest)
{
    bool defined = false;
    const Loop *loop = loop_of_symbol(varying, expr->symbol, &defined);
    if (defined)
        return extreme(arena, varying, loop->definition, largest);
    bool up = loop->step_sign > 0;
    if (largest != up)
        return extreme(arena, varying, expr_cast(arena, type_scalar(TY_I64), loop->lower), largest);
    Expr *end = extreme(arena, varying, expr_cast(arena, type_scalar(TY_I64), loop->upper), largest);
    return end ? index_minus(arena, end, expr_index(arena, up ? 1 : -1)) : NULL;
}

// Of a remainder by a constant, which has the sign of the dividend, or of the bits that a constant masks.
static Expr *extreme_of_remainder(Arena *arena, const Varying *varying, const Expr *atom, bool largest)
{
    const Expr *divisor = expr_strip_casts(atom->operands[1]);
    if (divisor->kind != EX_INT || divisor->integer <= 0)
        return NULL;
    int64_t most = atom->op == OP_AND ? divisor->integer : divisor->integer - 1;
    if (largest)
        return expr_index(arena, most);
    if (atom->op != OP_REM || !type_is_signed(atom->type))
        return expr_index(arena, 0);
    const Expr *low = extreme(arena, varying, atom->operands[0], false);
    bool positive = low && expr_strip_casts(low)->kind == EX_INT && expr_strip_casts(low)->integer >= 0;
    return expr_index(arena, positive ? 0 : -most);
}

// Of a product with a factor that does not vary and whose sign is not known.
static Expr *extreme_of_product(Arena *arena, const Varying *varying, const Expr *atom, bool largest)
{
    bool right_varies = varying_mentions(varying, atom->operands[1]);
    if (right_varies && varying_mentions(varying, atom->operands[0]))
        return NULL;
    Expr *factor = expr_cast(arena, type_scalar(TY_I64), atom->operands[right_varies ? 0 : 1]);
    Expr *low = extreme(arena, varying, atom->operands[right_varies], false),
         *high = extreme(arena, varying, atom->operands[right_varies], true);
    if (!low || !high)
        return NULL;
    return expr_binary(arena, largest ? OP_MAX : OP_MIN, index_mul(arena, factor, low), index_mul(arena, factor, high),
                       type_scalar(TY_I64));
}

static Expr *extreme_of_atom(Arena *arena, const Varying *varying, Expr *atom, bool largest)
{
    bool converts = atom->kind == EX_CAST;
    while (atom->kind == EX_CAST && type_is_integer(atom->operands[0]->type))
        atom = atom->operands[0];
    if (!varying_mentions(varying, atom))
        return expr_cast(arena, type_scalar(TY_I64), atom);
    if (converts && type_is_signed(atom->type) && atom->kind == EX_BINARY && (atom->op == OP_ADD || atom->op == OP_SUB))
        return extreme(arena, varying, atom, largest);
    if (atom->kind == EX_SYMBOL)
        return extreme_of_symbol(arena, varying, atom, largest);
    if (atom->kind == EX_SELECT) {
        Expr *yes = extreme(arena, varying, atom->operands[1], largest),
             *no = extreme(arena, varying, atom->operands[2], largest);
        return yes && no ? expr_binary(arena, largest ? OP_MAX : OP_MIN, yes, no, type_scalar(TY_I64)) : NULL;
    }
    if (atom->kind != EX_BINARY)
        return NULL;
    bool rounds = atom->op == OP_CEIL_DIV || atom->op == OP_FLOOR_DIV; // of our own making: by a positive number
    const Expr *divisor = expr_strip_casts(atom->operands[1]);
    bool by_constant = divisor->kind == EX_INT && divisor->integer > 0;
    if ((rounds && !varying_mentions(varying, divisor)) || (atom->op == OP_DIV && by_constant)) {
        Expr *inner = extreme(arena, varying, atom->operands[0], largest);
        return inner ? expr_binary(arena, atom->op, inner, atom->operands[1], type_scalar(TY_I64)) : NULL;
    }
    if (atom->op == OP_REM || atom->op == OP_FLOOR_MOD || atom->op == OP_AND)
        return extreme_of_remainder(arena, varying, atom, largest);
    if (atom->op == OP_MUL && type_is_signed(atom->type))
        return extreme_of_product(arena, varying, atom, largest);
    if (atom->op != OP_MIN && atom->op != OP_MAX)
        return NULL;
    Expr *left = extreme(arena, varying, atom->operands[0], largest);
    Expr *right = extreme(arena, varying, atom->operands[1], largest);
    bool one_is_enough = largest == (atom->op == OP_MIN);
    if (left && right)
        return expr_binary(arena, atom->op, left, right, type_scalar(TY_I64));
    return one_is_enough ? (left ? left : right) : NULL;
}

static Expr *extreme(Arena *arena, const Varying *varying, Expr *expr, bool largest)
{
    Linear linear = linear_of(arena, expr);
    if (linear.overflow)
        return NULL;
    Linear fixed = {.constant = linear.constant};
    Expr *sum = NULL;
    FOR_EACH(i, &linear.terms) {
        LinearTerm term = linear.terms.items[i];
        if (!varying_mentions(varying, term.atom)) {
            VECTOR_PUSH(arena, &fixed.terms, term);
            continue;
        }
        Expr *part = extreme_of_atom(arena, varying, term.atom, largest == (term.factor > 0));
        if (!part)
            return NULL;
        if (term.factor != 1)
            part = index_mul(arena, expr_index(arena, term.factor), part);
        sum = sum ? index_add(arena, sum, part) : part;
    }
    Expr *rest = linear_expr(arena, &fixed);
    if (!sum)
        return rest;
    return index_minus(arena, sum, index_minus(arena, expr_index(arena, 0), rest));
}

Expr *expr_largest(Arena *arena, const Varying *varying, Expr *expr)
{
    return extreme(arena, varying, expr, true);
}

Expr *expr_smallest(Arena *arena, const Varying *varying, Expr *expr)
{
    return extreme(arena, varying, expr, false);
}

// ---- constant limits

// A number that the expression is never less than.
static bool least_of(const Expr *expr, int64_t *least)
{
    int64_t left, right;
    expr = expr_strip_casts(expr);
    *least = expr->integer;
    if (expr->kind != EX_BINARY)
        return expr->kind == EX_INT;
    bool has_left = least_of(expr->operands[0], &left), has_right = least_of(expr->operands[1], &right);
    switch (expr->op) {
    case OP_MAX: *least = has_left && (!has_right || left > right) ? left : right; return has_left || has_right;
    case OP_MIN: *least = left < right ? left : right; return has_left && has_right;
    case OP_ADD: return has_left && has_right && !__builtin_add_overflow(left, right, least);
    default: return false;
    }
}

static bool limit_of(const Expr *expr, int64_t *limit)
{
    expr = expr_strip_casts(expr);
    if (expr->kind == EX_INT) {
        *limit = expr->integer;
        return true;
    }
    if (expr->kind != EX_BINARY)
        return false;
    int64_t left, right;
    bool has_left = limit_of(expr->operands[0], &left), has_right = limit_of(expr->operands[1], &right);
    switch (expr->op) {
    case OP_MIN: *limit = has_left && (!has_right || left < right) ? left : right; return has_left || has_right;
    case OP_MAX: *limit = left > right ? left : right; return has_left && has_right;
    case OP_ADD: return has_left && has_right && !__builtin_add_overflow(left, right, limit);
    case OP_SUB: return has_left && least_of(expr->operands[1], &right) && !__builtin_sub_overflow(left, right, limit);
    case OP_MUL: {
        const Expr *factor = expr_strip_casts(expr->operands[0]);
        return factor->kind == EX_INT && factor->integer >= 0 && has_right &&
               !__builtin_mul_overflow(factor->integer, right, limit);
    }
    case OP_CEIL_DIV:
        if (!has_left || expr->operands[1]->kind != EX_INT)
            return false;
        *limit = left / right + (left % right > 0);
        return true;
    default: return false;
    }
}

// min(a, x + 4) - x is at most 4, and so is x - max(a, x - 4).
static bool limit_of_sum(Arena *arena, const Expr *expr, int64_t *limit)
{
    Linear linear = linear_of(arena, (Expr *)expr);
    bool found = false;
    FOR_EACH(i, &linear.terms) {
        Expr *atom = linear.terms.items[i].atom;
        const Expr *least = expr_strip_casts(atom);
        int64_t factor = linear.terms.items[i].factor;
        if (least->kind != EX_BINARY ||
            !((factor == 1 && least->op == OP_MIN) || (factor == -1 && least->op == OP_MAX)))
            continue;
        Linear all = linear_of(arena, atom), rest = linear_combine(arena, &linear, &all, -factor);
        for (int k = 0; k < 2; k++) {
            Linear operand = linear_of(arena, least->operands[k]), sum = linear_combine(arena, &rest, &operand, factor);
            if (sum.overflow || !linear_is_constant(&sum) || (found && sum.constant >= *limit))
                continue;
            *limit = sum.constant;
            found = true;
        }
    }
    return found && !linear.overflow;
}

// ceil(count / number) is no more than that of the largest count.
static bool limit_of_quotient(const Varying *varying, Expr *expr, int64_t *limit)
{
    bool divides = expr->kind == EX_BINARY && expr->op == OP_CEIL_DIV && expr->operands[1]->kind == EX_INT;
    int64_t count, divisor = divides ? expr->operands[1]->integer : 0;
    bool known = divisor > 0 && expr_constant_limit(varying, expr->operands[0], &count);
    *limit = known ? count / divisor + (count % divisor > 0) : 0;
    return known;
}

bool expr_constant_limit(const Varying *varying, Expr *expr, int64_t *limit)
{
    if (limit_of_quotient(varying, expr, limit))
        return true;
    Arena *scratch = arena_new();
    int64_t direct = 0, through = 0;
    bool has_direct = limit_of(expr, &direct) || limit_of_sum(scratch, expr, &direct);
    Expr *largest = expr_largest(scratch, varying, expr);
    bool has_through = largest && (limit_of(largest, &through) || limit_of_sum(scratch, largest, &through));
    arena_release(scratch);
    *limit = has_direct && (!has_through || direct < through) ? direct : through;
    return has_direct || has_through;
}
