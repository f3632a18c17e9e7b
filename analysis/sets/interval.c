// Arithmetic with bounds (interval.h).
#include "analysis/sets/interval.h"

#include <limits.h>
#include <string.h>

// Where nothing is known, and only the launcher can tell: no array is that large.
#define FAR_AWAY (INT64_C(1) << 60)

// ---- limits

static const Type *index_type(void)
{
    return type_scalar(TY_I64);
}

static Limit limit_constant(int64_t constant)
{
    return (Limit){.constant = constant};
}

static Limit limit_of(Expr *expr)
{
    if (expr->kind == EX_INT)
        return limit_constant(expr->integer);
    bool sum = expr->kind == EX_BINARY && (expr->op == OP_ADD || expr->op == OP_SUB) &&
               expr->operands[1]->kind == EX_INT && expr->operands[1]->integer > -INT_MAX &&
               expr->operands[1]->integer < INT_MAX;
    if (!sum)
        return (Limit){.base = expr};
    Limit limit = limit_of(expr->operands[0]);
    limit.constant += expr->op == OP_ADD ? expr->operands[1]->integer : -expr->operands[1]->integer;
    return limit;
}

static Expr *limit_expr(Arena *arena, const Limit *limit)
{
    if (!limit->base)
        return expr_index(arena, limit->constant);
    if (limit->constant < 0)
        return index_sub(arena, limit->base, expr_index(arena, -limit->constant));
    return index_add(arena, limit->base, expr_index(arena, limit->constant));
}

static bool same_base(const Limit *left, const Limit *right)
{
    return left->base == right->base || (left->base && right->base && expr_equal(left->base, right->base));
}

// All of them as one.
static Limits collapsed(Arena *arena, const Limits *limits, bool high)
{
    Limits result = {.count = 1};
    Expr *all = limit_expr(arena, &limits->items[0]);
    for (int i = 1; i < limits->count; i++) {
        Expr *more = limit_expr(arena, &limits->items[i]);
        all = high ? index_max(arena, all, more) : index_min(arena, all, more);
    }
    result.items[0] = limit_of(all);
    for (int i = 0; i < limits->count; i++) {
        result.items[0].implied |= limits->items[i].implied;
        result.items[0].open = result.items[0].open && limits->items[i].open;
    }
    return result;
}

static void add_limit(Arena *arena, Limits *limits, Limit limit, bool high)
{
    for (int i = 0; i < limits->count; i++) {
        Limit *other = &limits->items[i];
        if (!same_base(other, &limit))
            continue;
        bool further = high ? limit.constant > other->constant : limit.constant < other->constant;
        if (further)
            *other = limit;
        else if (limit.constant == other->constant)
            other->implied &= limit.implied, other->open &= limit.open;
        return;
    }
    if (limits->count == MOST_LIMITS)
        *limits = collapsed(arena, limits, high);
    limits->items[limits->count++] = limit;
}

static Limits one_limit(Limit limit)
{
    return (Limits){.count = 1, .items = {limit}};
}

static bool limits_equal(const Limits *left, const Limits *right)
{
    bool equal = left->count == right->count;
    for (int i = 0; i < left->count && equal; i++) {
        bool found = false;
        for (int k = 0; k < right->count; k++)
            found =
                found ||
                (same_base(&left->items[i], &right->items[k]) && left->items[i].constant == right->items[k].constant &&
                 left->items[i].implied == right->items[k].implied && left->items[i].open == right->items[k].open);
        equal = found;
    }
    return equal;
}

static Limits joined(Arena *arena, const Limits *left, const Limits *right, bool high)
{
    Limits result = *left;
    if (!left->count || !right->count)
        return (Limits){0};
    for (int i = 0; i < right->count; i++)
        add_limit(arena, &result, right->items[i], high);
    return result;
}

static Limits implied(Limits limits)
{
    for (int i = 0; i < limits.count; i++)
        limits.items[i].implied = true;
    return limits;
}

// Whether all are constants, none of them negative.
static bool never_negative(const Limits *low)
{
    bool sure = low->count > 0;
    for (int i = 0; i < low->count; i++)
        sure = sure && !low->items[i].base && low->items[i].constant >= 0;
    return sure;
}

static Expr *limits_expr(Arena *arena, const Limits *limits, bool high)
{
    if (!limits->count)
        return NULL;
    Limits one = collapsed(arena, limits, high);
    return limit_expr(arena, &one.items[0]);
}

// condition ? limit : otherwise, computed by the launcher
static Limit chosen(Arena *arena, Expr *condition, const Limit *limit, int64_t otherwise)
{
    Limit result = limit_of(expr_select(arena, condition, limit_expr(arena, limit), expr_index(arena, otherwise)));
    result.implied = limit->implied;
    return result;
}

// ---- intervals

Interval interval_unknown(void)
{
    return (Interval){0};
}

Interval interval_constant(int64_t least, int64_t most)
{
    return (Interval){one_limit(limit_constant(least)), one_limit(limit_constant(most))};
}

Interval interval_between(double low, double high)
{
    if (!(low > -1e9 && high < 1e9))
        return interval_unknown();
    int64_t least = (int64_t)low, most = (int64_t)high;
    return interval_constant(least - ((double)least > low), most + ((double)most < high));
}

Interval interval_value(Expr *value)
{
    return (Interval){one_limit(limit_of(value)), one_limit(limit_of(value))};
}

bool interval_is_known(const Interval *interval)
{
    return interval->low.count || interval->high.count;
}

bool interval_equal(const Interval *left, const Interval *right)
{
    return limits_equal(&left->low, &right->low) && limits_equal(&left->high, &right->high);
}

bool interval_single(const Interval *interval, int64_t *value)
{
    bool single = interval->low.count == 1 && interval->high.count == 1 && !interval->low.items[0].base &&
                  !interval->high.items[0].base && interval->low.items[0].constant == interval->high.items[0].constant;
    *value = single ? interval->low.items[0].constant : 0;
    return single;
}

Expr *interval_low(Arena *arena, const Interval *interval)
{
    return limits_expr(arena, &interval->low, false);
}

Expr *interval_high(Arena *arena, const Interval *interval)
{
    return limits_expr(arena, &interval->high, true);
}

Interval interval_join(Arena *arena, const Interval *left, const Interval *right)
{
    return (Interval){joined(arena, &left->low, &right->low, false), joined(arena, &left->high, &right->high, true)};
}

static Limits narrower(const Limits *left, const Limits *right, bool high)
{
    bool constants = left->count == 1 && right->count == 1 && same_base(&left->items[0], &right->items[0]);
    int64_t own = left->items[0].constant, given = right->items[0].constant;
    bool stays = constants && (high ? own < given : own > given);
    return right->count && !stays ? *right : *left;
}

Interval interval_narrow(const Interval *left, const Interval *right)
{
    return (Interval){narrower(&left->low, &right->low, false), narrower(&left->high, &right->high, true)};
}

Interval interval_widen(const Interval *before, const Interval *after)
{
    Interval result = *after;
    if (!limits_equal(&before->low, &after->low))
        result.low.count = 0;
    if (!limits_equal(&before->high, &after->high))
        result.high.count = 0;
    return result;
}

// ---- arithmetic

Interval interval_shift(const Interval *interval, int64_t distance)
{
    Interval result = *interval;
    for (int i = 0; i < result.low.count; i++)
        result.low.items[i].constant += distance;
    for (int i = 0; i < result.high.count; i++)
        result.high.items[i].constant += distance;
    return result;
}

static Limits negated(Arena *arena, const Limits *limits)
{
    Limits result = {0};
    for (int i = 0; i < limits->count; i++) {
        Limit limit = limits->items[i];
        if (limit.base)
            limit = limit_of(index_sub(arena, expr_index(arena, 0), limit.base));
        limit.constant -= limits->items[i].constant * (limits->items[i].base ? 1 : 2);
        limit.implied = limits->items[i].implied;
        limit.open = false;
        result.items[result.count++] = limit;
    }
    return result;
}

Interval interval_negate(Arena *arena, const Interval *interval)
{
    return (Interval){negated(arena, &interval->high), negated(arena, &interval->low)};
}

// One is 0 minus the other.
static bool cancel(const Limit *left, const Limit *right)
{
    const Expr *base = left->base, *other = right->base;
    bool negative = base && other && base->kind == EX_BINARY && base->op == OP_SUB &&
                    base->operands[0]->kind == EX_INT && base->operands[0]->integer == 0;
    return negative && expr_equal(base->operands[1], other);
}

static bool is_far_limit(const Limit *limit)
{
    return !limit->base && (limit->constant >= FAR_AWAY / 2 || limit->constant <= -FAR_AWAY / 2);
}

// What is far away stays there, whatever is added: products of the sum would not fit in 64 bits.
static Limit sum_of(Arena *arena, const Limit *left, const Limit *right)
{
    if (is_far_limit(left) || is_far_limit(right)) {
        Limit far = is_far_limit(left) ? *left : *right;
        far.implied = left->implied || right->implied;
        return far;
    }
    Limit sum = {.base = left->base && right->base ? index_add(arena, left->base, right->base)
                         : left->base              ? left->base
                                                   : right->base};
    if (cancel(left, right) || cancel(right, left))
        sum.base = NULL;
    sum.constant = left->constant + right->constant;
    sum.implied = sum.base && (left->implied || right->implied);
    sum.open = left->open || right->open;
    return sum;
}

static Limits sums(Arena *arena, const Limits *left, const Limits *right, bool high)
{
    Limits result = {0};
    for (int i = 0; i < left->count; i++)
        for (int k = 0; k < right->count; k++)
            add_limit(arena, &result, sum_of(arena, &left->items[i], &right->items[k]), high);
    return result;
}

typedef struct Known {
    Arena *arena;
    Expr *condition; // that no choice comes to what is far away; NULL: there is no such choice
} Known;

static bool is_far(const Expr *expr)
{
    return expr->kind == EX_INT && (expr->integer >= FAR_AWAY / 2 || expr->integer <= -FAR_AWAY / 2);
}

static Expr *leave_out_far(void *context, Expr *expr)
{
    Known *known = context;
    if (expr->kind != EX_SELECT || !is_far(expr->operands[2]))
        return expr;
    known->condition = expr_both(known->arena, known->condition, expr->operands[0]);
    return expr->operands[1];
}

// What is far away stays so: products of it would not fit in 64 bits.
static Limit product_of(Arena *arena, const Limit *left, const Limit *right, bool high)
{
    Known known = {.arena = arena};
    Expr *one = expr_rewrite(arena, limit_expr(arena, left), leave_out_far, &known),
         *other = expr_rewrite(arena, limit_expr(arena, right), leave_out_far, &known);
    Limit product = limit_constant(high ? FAR_AWAY : -FAR_AWAY);
    if (!is_far(one) && !is_far(other)) {
        product = limit_of(index_mul(arena, one, other));
        if (known.condition)
            product = chosen(arena, known.condition, &product, high ? FAR_AWAY : -FAR_AWAY);
    }
    product.implied = left->implied || right->implied;
    return product;
}

static void add_products(Arena *arena, const Limits *left, const Limits *right, Interval *result)
{
    for (int i = 0; i < left->count; i++)
        for (int k = 0; k < right->count; k++) {
            add_limit(arena, &result->low, product_of(arena, &left->items[i], &right->items[k], false), false);
            add_limit(arena, &result->high, product_of(arena, &left->items[i], &right->items[k], true), true);
        }
}

// The product of a number that is not negative and another one.
static Limits scaled(Arena *arena, const Limits *limits, int64_t factor, bool high)
{
    Limits result = {0};
    Limit by = limit_constant(factor);
    for (int i = 0; i < limits->count; i++)
        add_limit(arena, &result, product_of(arena, &limits->items[i], &by, high), high);
    return result;
}

static Interval multiply(Arena *arena, const Interval *left, const Interval *right)
{
    int64_t factor;
    Interval result = {0};
    if (interval_single(left, &factor)) {
        const Interval *other = left;
        left = right;
        right = other;
    }
    if (interval_single(right, &factor) && factor >= 0)
        return (Interval){scaled(arena, &left->low, factor, false), scaled(arena, &left->high, factor, true)};
    if (!left->low.count || !left->high.count || !right->low.count || !right->high.count)
        return result;
    add_products(arena, &left->low, &right->low, &result);
    add_products(arena, &left->low, &right->high, &result);
    add_products(arena, &left->high, &right->low, &result);
    add_products(arena, &left->high, &right->high, &result);
    return result;
}

static Limits quotients(Arena *arena, const Limits *limits, Expr *divisor, bool high)
{
    Limits result = {0};
    Expr *one = expr_index(arena, 1), *positive = expr_binary(arena, OP_GE, divisor, one, index_type());
    for (int i = 0; i < limits->count; i++) {
        Expr *value = expr_binary(arena, OP_DIV, limit_expr(arena, &limits->items[i]), index_max(arena, divisor, one),
                                  index_type());
        Limit quotient = limit_of(value);
        if (divisor->kind != EX_INT)
            quotient = chosen(arena, positive, &quotient, high ? FAR_AWAY : -FAR_AWAY);
        quotient.implied = limits->items[i].implied;
        add_limit(arena, &result, quotient, high);
    }
    return result;
}

static Interval divide(Arena *arena, const Interval *left, const Interval *right)
{
    bool single = right->low.count == 1 && limits_equal(&right->low, &right->high);
    Expr *divisor = single ? limit_expr(arena, &right->low.items[0]) : NULL;
    if (!divisor || (divisor->kind == EX_INT && divisor->integer < 1))
        return interval_unknown();
    return (Interval){quotients(arena, &left->low, divisor, false), quotients(arena, &left->high, divisor, true)};
}

// The remainder is nearer to 0 than the divisor, and has the sign of the dividend.
static Interval remainder_of(Arena *arena, const Interval *left, const Interval *right, const Type *type)
{
    Interval result = {0};
    Interval below = interval_shift(right, -1), negative = interval_negate(arena, right);
    negative = interval_shift(&negative, -1);
    bool positive = never_negative(&right->low) || !type_is_signed(type);
    result.high = positive ? below.high : joined(arena, &below.high, &negative.high, true);
    if (!type_is_signed(type) || never_negative(&left->low)) {
        result.low = one_limit(limit_constant(0));
        return result;
    }
    if (!result.high.count)
        return result;
    Limits lowest = implied(negated(arena, &result.high));
    Expr *low = interval_low(arena, left);
    if (!low) {
        result.low = lowest;
        return result;
    }
    Limit zero = limit_constant(0);
    Expr *least = limits_expr(arena, &lowest, false);
    Expr *never = expr_binary(arena, OP_GE, low, expr_index(arena, 0), index_type());
    result.low = one_limit(limit_of(expr_select(arena, never, limit_expr(arena, &zero), least)));
    for (int i = 0; i < left->low.count; i++)
        result.low.items[0].implied |= left->low.items[i].implied;
    return result;
}

// The bits of a number that is not negative.
static Interval masked(Arena *arena, const Interval *mask)
{
    Interval result = {.low = one_limit(limit_constant(0))};
    Expr *low = interval_low(arena, mask);
    for (int i = 0; i < mask->high.count && low; i++) {
        Limit limit = mask->high.items[i];
        if (!never_negative(&mask->low)) {
            Expr *never = expr_binary(arena, OP_GE, low, expr_index(arena, 0), index_type());
            limit = chosen(arena, never, &limit, FAR_AWAY);
        }
        add_limit(arena, &result.high, limit, true);
    }
    if (!result.high.count || !never_negative(&mask->low))
        result.low.count = result.high.count ? result.low.count : 0;
    return result;
}

static Interval both_bits(Arena *arena, const Interval *left, const Interval *right)
{
    int64_t value;
    const Interval *mask = interval_single(right, &value) || !interval_high(arena, left) ? right : left;
    if (interval_single(right, &value) && value < 0)
        mask = left;
    return masked(arena, mask);
}

static Interval shift_right(Arena *arena, const Interval *left, const Interval *right)
{
    int64_t bits;
    Interval result = {0};
    if (!interval_single(right, &bits) || bits < 0 || bits > 62) {
        if (!never_negative(&left->low))
            return result;
        result = *left;
        result.low = one_limit(limit_constant(0));
        return result;
    }
    for (int end = 0; end < 2; end++) {
        const Limits *limits = end ? &left->high : &left->low;
        for (int i = 0; i < limits->count; i++) {
            Limit limit = limit_of(expr_binary(arena, OP_SHR, limit_expr(arena, &limits->items[i]),
                                               expr_int(arena, bits, type_scalar(TY_I32)), index_type()));
            limit.implied = limits->items[i].implied;
            add_limit(arena, end ? &result.high : &result.low, limit, end);
        }
    }
    return result;
}

// x ^ mask is at most `mask` away from x, and not negative if neither is.
static Interval exchanged_bits(Arena *arena, const Interval *left, const Interval *right)
{
    int64_t mask;
    if (!interval_single(right, &mask) || mask < 0 || mask > INT32_MAX)
        return interval_unknown();
    Interval near = interval_constant(-mask, mask);
    Interval result = {sums(arena, &left->low, &near.low, false), sums(arena, &left->high, &near.high, true)};
    if (never_negative(&left->low))
        add_limit(arena, &result.low, limit_constant(0), false);
    return result;
}

// min(a, b) <= b: what is known of either.
static Interval smaller(Arena *arena, const Interval *left, const Interval *right)
{
    Interval result = {.low = joined(arena, &left->low, &right->low, false)};
    Expr *one = interval_high(arena, left), *other = interval_high(arena, right);
    result.high = !one ? right->high : !other ? left->high : one_limit(limit_of(index_min(arena, one, other)));
    return result;
}

static Interval binary(Arena *arena, Operator op, const Interval *left, const Interval *right, const Type *type)
{
    int64_t bits;
    Interval negative;
    switch (op) {
    case OP_ADD:
        return (Interval){sums(arena, &left->low, &right->low, false), sums(arena, &left->high, &right->high, true)};
    case OP_SUB: negative = interval_negate(arena, right); return binary(arena, OP_ADD, left, &negative, type);
    case OP_MUL: return multiply(arena, left, right);
    case OP_DIV: return type_is_float(type) ? interval_unknown() : divide(arena, left, right);
    case OP_REM: return remainder_of(arena, left, right, type);
    case OP_AND: return both_bits(arena, left, right);
    case OP_XOR: return exchanged_bits(arena, left, right);
    case OP_SHR: return shift_right(arena, left, right);
    case OP_SHL:
        if (!interval_single(right, &bits) || bits < 0 || bits > 30)
            return interval_unknown();
        negative = interval_constant((int64_t)1 << bits, (int64_t)1 << bits);
        return multiply(arena, left, &negative);
    case OP_MIN: return smaller(arena, left, right);
    case OP_MAX: {
        Interval one = interval_negate(arena, left), other = interval_negate(arena, right);
        Interval least = smaller(arena, &one, &other);
        return interval_negate(arena, &least);
    }
    default: return interval_unknown();
    }
}

// ---- types

static bool is_narrow(const Type *type)
{
    return type->size < 8;
}

static int64_t least_of(const Type *type)
{
    return type_is_signed(type) ? -((int64_t)1 << (8 * type->size - 1)) : 0;
}

static int64_t most_of(const Type *type)
{
    return ((int64_t)1 << (8 * type->size - (type_is_signed(type) ? 1 : 0))) - 1;
}

// The number is one of the type, or turns into one: then it may be any.
static Interval fitted(Arena *arena, const Interval *interval, const Type *type)
{
    int64_t least = least_of(type), most = most_of(type);
    Interval result = interval_constant(least, most);
    Expr *low = interval_low(arena, interval), *high = interval_high(arena, interval);
    bool constants = low && high && low->kind == EX_INT && high->kind == EX_INT;
    if (constants && low->integer >= least && high->integer <= most)
        return *interval;
    if (!low || !high || constants)
        return type->size < 4 ? result : interval_unknown();
    Expr *fits = expr_both(arena, expr_binary(arena, OP_GE, low, expr_index(arena, least), index_type()),
                           expr_binary(arena, OP_LE, high, expr_index(arena, most), index_type()));
    Interval chosen_ones = {0};
    for (int i = 0; i < interval->low.count; i++)
        add_limit(arena, &chosen_ones.low, chosen(arena, fits, &interval->low.items[i], least), false);
    for (int i = 0; i < interval->high.count; i++)
        add_limit(arena, &chosen_ones.high, chosen(arena, fits, &interval->high.items[i], most), true);
    return chosen_ones;
}

// A negative number becomes a very large one.
static Interval without_sign(Arena *arena, const Interval *interval)
{
    Interval result = {.low = one_limit(limit_constant(0))};
    if (never_negative(&interval->low))
        return *interval;
    Expr *low = interval_low(arena, interval);
    for (int i = 0; i < interval->high.count && low; i++) {
        Expr *never = expr_binary(arena, OP_GE, low, expr_index(arena, 0), index_type());
        add_limit(arena, &result.high, chosen(arena, never, &interval->high.items[i], FAR_AWAY), true);
    }
    return result;
}

// An integer that the type does not hold exactly may be rounded up.
static Limits held(Arena *arena, const Limits *limits, const Type *type, bool high)
{
    int64_t most = (int64_t)1 << (type->kind == TY_F32 ? 24 : 53);
    Limits result = {0};
    for (int i = 0; i < limits->count; i++) {
        Limit limit = limits->items[i];
        Expr *value = limit_expr(arena, &limit);
        bool constant = value->kind == EX_INT;
        if (constant && (value->integer > most || value->integer < -most))
            return (Limits){0};
        if (!constant) {
            Expr *small = expr_both(arena, expr_binary(arena, OP_LE, value, expr_index(arena, most), index_type()),
                                    expr_binary(arena, OP_GE, value, expr_index(arena, -most), index_type()));
            limit = chosen(arena, small, &limit, high ? FAR_AWAY : -FAR_AWAY);
            limit.open = limits->items[i].open;
        }
        add_limit(arena, &result, limit, high);
    }
    return result;
}

static Interval rounded(Arena *arena, const Interval *interval, const Type *type)
{
    return (Interval){held(arena, &interval->low, type, false), held(arena, &interval->high, type, true)};
}

static void close_limits(Limits *limits)
{
    for (int i = 0; i < limits->count; i++)
        limits->items[i].open = false;
}

// The fraction is dropped: a number below 8 becomes 7 at most, and one below 0 becomes 0.
static Interval truncated(Arena *arena, const Interval *interval)
{
    Interval result = {.low = interval->low};
    close_limits(&result.low);
    for (int i = 0; i < interval->high.count; i++) {
        Limit limit = interval->high.items[i];
        bool open = limit.open;
        limit.open = false;
        limit.constant -= open;
        add_limit(arena, &result.high, limit, true);
        if (open && (limit.base || limit.constant < 0))
            add_limit(arena, &result.high, limit_constant(0), true);
    }
    return result;
}

Interval interval_binary(Arena *arena, Operator op, const Interval *left, const Interval *right, const Type *type)
{
    Interval result = binary(arena, op, left, right, type);
    if (type_is_float(type)) {
        close_limits(&result.high); // less than the limit may be rounded to it
        return rounded(arena, &result, type);
    }
    bool grows = op == OP_ADD || op == OP_MUL || op == OP_SHL;
    if (type_is_signed(type) || (!grows && op != OP_SUB))
        return result;
    if (op == OP_SUB)
        return without_sign(arena, &result);
    result.low = one_limit(limit_constant(0)); // a sum that wraps around is less than without
    return result;
}

Interval interval_convert(Arena *arena, const Interval *interval, const Type *from, const Type *to)
{
    if (!type_is_arithmetic(from) || !type_is_arithmetic(to))
        return interval_unknown();
    if (type_is_float(to)) {
        Interval result = rounded(arena, interval, to);
        if (to->size < from->size)
            close_limits(&result.high);
        return result;
    }
    if (type_is_float(from)) {
        Interval whole = truncated(arena, interval);
        return type_is_signed(to) ? whole : without_sign(arena, &whole);
    }
    if (to->kind == TY_BOOL)
        return interval_constant(0, 1);
    if (from->kind == to->kind || type_widens(from, to))
        return *interval;
    if (!is_narrow(to))
        return type_is_signed(to) ? *interval : without_sign(arena, interval);
    return fitted(arena, interval, to);
}

// ---- functions

Interval interval_of_function(const char *name)
{
    static const struct {
        const char *name;
        int least, most;
    } ranges[] = {{"sin", -1, 1},  {"cos", -1, 1},  {"tanh", -1, 1}, {"erf", -1, 1},
                  {"atan", -2, 2}, {"asin", -2, 2}, {"acos", 0, 4},  {"atan2", -4, 4}};
    size_t length = name ? strlen(name) : 0;
    length -= length > 0 && name[length - 1] == 'f' && strcmp(name, "erf") != 0;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (length > 0 && strlen(ranges[i].name) == length && !strncmp(ranges[i].name, name, length))
            return interval_constant(ranges[i].least, ranges[i].most);
    return interval_unknown();
}
