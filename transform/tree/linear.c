#include "transform/tree/linear.h"

// ---- taking an expression apart

static bool is_index(const Type *type)
{
    return type->kind == TY_I64;
}

// Whether a conversion to a signed or wider type keeps the operand's values in actual iterations.
static bool keeps_value(const Expr *cast)
{
    const Type *from = cast->operands[0]->type, *to = cast->type;
    if (!type_is_integer(from) || !type_is_integer(to))
        return false;
    if (type_widens(from, to))
        return true;
    bool is_reading = from->size == 8 && to->size == 8;                 // the same number modulo 2^64
    return is_reading || (from->kind == TY_I64 && cast->loc.line == 0); // a definition, or a made index
}

// Sums in a type that wraps around are not sums of integers.
static bool adds_exactly(const Expr *expr)
{
    return type_is_signed(expr->type) && type_is_integer(expr->type);
}

static void add_constant(Linear *linear, int64_t value, int64_t factor)
{
    int64_t product, sum;
    if (__builtin_mul_overflow(value, factor, &product) || __builtin_add_overflow(linear->constant, product, &sum))
        linear->overflow = true;
    else
        linear->constant = sum;
}

static void drop_term(Linear *linear, int index)
{
    for (int i = index + 1; i < linear->terms.count; i++)
        linear->terms.items[i - 1] = linear->terms.items[i];
    linear->terms.count--;
}

static void add_term(Arena *arena, Linear *linear, Expr *atom, int64_t factor)
{
    if (factor == 0)
        return;
    FOR_EACH(i, &linear->terms) {
        LinearTerm *term = &linear->terms.items[i];
        if (!expr_equal(term->atom, atom))
            continue;
        if (__builtin_add_overflow(term->factor, factor, &term->factor))
            linear->overflow = true;
        if (term->factor == 0)
            drop_term(linear, i);
        return;
    }
    LinearTerm term = {atom, factor};
    VECTOR_PUSH(arena, &linear->terms, term);
}

static void add_expr(Arena *arena, Linear *linear, Expr *expr, int64_t factor);

static bool add_product(Arena *arena, Linear *linear, Expr *expr, int64_t factor)
{
    for (int side = 0; side < 2; side++) {
        const Expr *constant = expr_strip_casts(expr->operands[side]);
        int64_t product;
        if (constant->kind != EX_INT || (constant->type->kind == TY_U64 && constant->integer < 0))
            continue;
        if (__builtin_mul_overflow(factor, constant->integer, &product))
            linear->overflow = true;
        else if (product)
            add_expr(arena, linear, expr->operands[1 - side], product);
        return true;
    }
    return false;
}

static void add_expr(Arena *arena, Linear *linear, Expr *expr, int64_t factor)
{
    Expr *inner = expr;
    while (inner->kind == EX_CAST && keeps_value(inner))
        inner = inner->operands[0];
    if (inner->kind == EX_INT && !(inner->type->kind == TY_U64 && inner->integer < 0)) {
        add_constant(linear, inner->integer, factor);
        return;
    }
    if (inner->kind == EX_BINARY && adds_exactly(inner)) {
        if (inner->op == OP_ADD || inner->op == OP_SUB) {
            add_expr(arena, linear, inner->operands[0], factor);
            add_expr(arena, linear, inner->operands[1], inner->op == OP_ADD ? factor : -factor);
            return;
        }
        if (inner->op == OP_MUL && add_product(arena, linear, inner, factor))
            return;
    }
    if (inner->kind == EX_UNARY && inner->op == OP_NEG && adds_exactly(inner)) {
        add_expr(arena, linear, inner->operands[0], -factor);
        return;
    }
    add_term(arena, linear, expr_cast(arena, type_scalar(TY_I64), inner), factor);
}

Linear linear_of(Arena *arena, Expr *expr)
{
    Linear linear = {0};
    add_expr(arena, &linear, expr, 1);
    return linear;
}

Expr *index_narrow(Arena *arena, const Type *type, Expr *index)
{
    if (index->kind == EX_CAST && index->operands[0]->type == type)
        return index->operands[0];
    Expr *narrow = expr_cast(arena, type, index);
    if (narrow != index)
        narrow->loc = (Loc){0}; // keeps_value
    return narrow;
}

Linear linear_combine(Arena *arena, const Linear *left, const Linear *right, int64_t factor)
{
    Linear sum = {.constant = left->constant, .overflow = left->overflow || right->overflow};
    FOR_EACH(i, &left->terms)
        add_term(arena, &sum, left->terms.items[i].atom, left->terms.items[i].factor);
    FOR_EACH(i, &right->terms) {
        int64_t product;
        if (__builtin_mul_overflow(right->terms.items[i].factor, factor, &product))
            sum.overflow = true;
        else
            add_term(arena, &sum, right->terms.items[i].atom, product);
    }
    add_constant(&sum, right->constant, factor);
    return sum;
}

bool linear_is_constant(const Linear *linear)
{
    return linear->terms.count == 0 && !linear->overflow;
}

int64_t linear_factor(const Linear *linear, const Symbol *symbol)
{
    FOR_EACH(i, &linear->terms) {
        const Expr *atom = expr_strip_casts(linear->terms.items[i].atom);
        if (atom->kind == EX_SYMBOL && atom->symbol == symbol)
            return linear->terms.items[i].factor;
    }
    return 0;
}

// ---- and putting it together

static Expr *scaled(Arena *arena, Expr *atom, int64_t factor)
{
    return factor == 1 ? atom : index_mul(arena, expr_index(arena, factor), atom);
}

// The terms of one sign, as their absolute values, the largest factor first: 8*tile + elem. NULL: none.
static Expr *sum_of_sign(Arena *arena, const Linear *linear, int sign)
{
    Expr *sum = NULL;
    int64_t below = INT64_MAX;
    for (;;) {
        int64_t largest = 0;
        FOR_EACH(i, &linear->terms) {
            int64_t factor = sign * linear->terms.items[i].factor;
            largest = factor < below && factor > largest ? factor : largest;
        }
        if (!largest)
            return sum;
        FOR_EACH(i, &linear->terms) {
            if (sign * linear->terms.items[i].factor != largest)
                continue;
            Expr *part = scaled(arena, linear->terms.items[i].atom, largest);
            sum = sum ? index_add(arena, sum, part) : part;
        }
        below = largest;
    }
}

Expr *linear_expr(Arena *arena, const Linear *linear)
{
    Expr *sum = sum_of_sign(arena, linear, 1);
    bool starts_with_constant = !sum;
    if (!sum)
        sum = expr_index(arena, linear->constant);
    FOR_EACH(i, &linear->terms) {
        const LinearTerm *term = &linear->terms.items[i];
        if (term->factor < 0)
            sum = index_sub(arena, sum, scaled(arena, term->atom, -term->factor));
    }
    return starts_with_constant ? sum : index_add(arena, sum, expr_index(arena, linear->constant));
}

Expr *linear_simplify(Arena *arena, Expr *expr)
{
    Linear linear = linear_of(arena, expr);
    return linear.overflow ? expr_cast(arena, type_scalar(TY_I64), expr) : linear_expr(arena, &linear);
}

bool linear_at_most(Arena *arena, Expr *left, Expr *right)
{
    Linear difference = linear_of(arena, index_sub(arena, right, left));
    return !difference.overflow && linear_is_constant(&difference) && difference.constant >= 0;
}

Expr *linear_smaller(Arena *arena, Expr *left, Expr *right)
{
    return linear_at_most(arena, left, right)   ? left
           : linear_at_most(arena, right, left) ? right
                                                : index_min(arena, left, right);
}

Expr *linear_larger(Arena *arena, Expr *left, Expr *right)
{
    return linear_at_most(arena, left, right)   ? right
           : linear_at_most(arena, right, left) ? left
                                                : index_max(arena, left, right);
}

Expr *linear_less(Arena *arena, Expr *left, Expr *right)
{
    Linear a = linear_of(arena, left), b = linear_of(arena, right);
    Linear difference = linear_combine(arena, &a, &b, -1);
    if (difference.overflow || difference.constant == INT64_MIN)
        return expr_binary(arena, OP_LT, left, right, type_scalar(TY_I64));
    Expr *plus = sum_of_sign(arena, &difference, 1), *minus = sum_of_sign(arena, &difference, -1);
    int64_t constant = difference.constant;
    if (constant > 0 && plus)
        plus = index_add(arena, plus, expr_index(arena, constant));
    else if (!plus)
        plus = expr_index(arena, constant > 0 ? constant : 0);
    if (constant < 0)
        minus = minus ? index_add(arena, minus, expr_index(arena, -constant)) : expr_index(arena, -constant);
    if (!minus)
        minus = expr_index(arena, 0);
    return expr_binary(arena, OP_LT, plus, minus, type_scalar(TY_I64));
}

static bool is_extreme(const Expr *expr)
{
    return expr->kind == EX_BINARY && is_index(expr->type) && (expr->op == OP_MIN || expr->op == OP_MAX);
}

Expr *index_minus(Arena *arena, Expr *left, Expr *right)
{
    if (is_extreme(left))
        return expr_binary(arena, left->op, index_minus(arena, left->operands[0], right),
                           index_minus(arena, left->operands[1], right), type_scalar(TY_I64));
    return linear_simplify(arena, index_sub(arena, left, right));
}

Expr *loop_raw_count(Arena *arena, const Loop *loop)
{
    Expr *count = loop_trip_count(arena, loop);
    if (count->kind == EX_BINARY && count->op == OP_MAX && expr_is_int(count->operands[1], 0))
        count = count->operands[0];
    if (loop->step_sign > 0 && expr_is_int(loop->step, 1))
        return index_minus(arena, loop->upper, loop->lower);
    return count;
}
