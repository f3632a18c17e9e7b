#include "frontend/normalize/growing_change.h"
#include "frontend/normalize/induction_parts.h"

// Products of two iterators stay within I64: no loop runs 2^31 times from such a number and goes far beyond it.
enum { MOST_TERMS = 8, FURTHEST_LOWER = 1 << 20, LARGEST_FACTOR = 1 << 20 };

typedef struct Term {
    const Symbol *symbol;
    int64_t factor;
} Term;

typedef struct Form { // a sum of symbols with factors and a constant, as of unlimited integers
    int64_t constant;
    int count;
    Term terms[MOST_TERMS];
} Form;

typedef struct Reading {
    const Stmt *loop;
    Form upper; // the loop's upper bound
    bool has_upper;
} Reading;

static bool add_symbol(Form *form, const Symbol *symbol, int64_t factor)
{
    int at = 0;
    while (at < form->count && form->terms[at].symbol != symbol)
        at++;
    if (at == MOST_TERMS)
        return false;
    if (at == form->count)
        form->terms[form->count++] = (Term){symbol, 0};
    form->terms[at].factor += factor;
    if (form->terms[at].factor == 0)
        form->terms[at] = form->terms[--form->count];
    return factor <= LARGEST_FACTOR && factor >= -LARGEST_FACTOR;
}

static bool add_form(Form *form, const Form *more, int64_t times)
{
    bool fine = times <= LARGEST_FACTOR && times >= -LARGEST_FACTOR;
    for (int i = 0; i < more->count && fine; i++)
        fine = add_symbol(form, more->terms[i].symbol, more->terms[i].factor * times);
    form->constant += more->constant * times;
    return fine && form->constant <= INT32_MAX && form->constant >= INT32_MIN;
}

static bool read_form(const Reading *reading, const Expr *expr, Form *form);

static bool read_binary(const Reading *reading, const Expr *expr, Form *form)
{
    Form left, right;
    if (!read_form(reading, expr->operands[0], &left) || !read_form(reading, expr->operands[1], &right))
        return false;
    *form = (Form){0};
    switch (expr->op) {
    case OP_ADD: return add_form(form, &left, 1) && add_form(form, &right, 1);
    case OP_SUB: return add_form(form, &left, 1) && add_form(form, &right, -1);
    case OP_MUL:
        return (left.count == 0 && add_form(form, &right, left.constant)) ||
               (left.count > 0 && right.count == 0 && add_form(form, &left, right.constant));
    default: return false;
    }
}

// A form that is a number, and not a negative one.
static bool is_natural(const Form *form)
{
    return form->count == 0 && form->constant >= 0;
}

static int64_t slope_of(const Form *form, const Symbol *iterator)
{
    for (int i = 0; i < form->count; i++)
        if (form->terms[i].symbol == iterator)
            return form->terms[i].factor;
    return 0;
}

// In the iterations from the lower bound to the upper bound - 1.
static bool is_never_negative(const Reading *reading, const Form *form)
{
    const Loop *loop = reading->loop->loop;
    int64_t slope = slope_of(form, loop->iterator);
    Form least = *form;
    if (!add_symbol(&least, loop->iterator, -slope))
        return false;
    if (slope >= 0) {
        least.constant += slope * loop->lower->integer;
        return is_natural(&least);
    }
    least.constant -= slope;
    return reading->has_upper && add_form(&least, &reading->upper, slope) && is_natural(&least);
}

// Sums in a signed type do not overflow in C. Of an unsigned type a symbol's value is used, and nothing computed of it.
static bool is_exact(const Type *type)
{
    return type_is_integer(type) && type_is_signed(type) && type->size >= 4;
}

// i + 1 in an unsigned type: below the loop's bound, which that type holds, it does not wrap.
static bool is_next(const Reading *reading, const Expr *expr)
{
    const Loop *loop = reading->loop->loop;
    const Expr *left = expr->operands[0];
    return expr->op == OP_ADD && left->kind == EX_SYMBOL && left->symbol == loop->iterator &&
           left->type == expr->type && expr_is_int(expr->operands[1], 1) && !loop->may_wrap;
}

static bool read_form(const Reading *reading, const Expr *expr, Form *form)
{
    *form = (Form){0};
    switch (expr->kind) {
    case EX_INT: form->constant = expr->integer; return form->constant <= INT32_MAX && form->constant >= INT32_MIN;
    case EX_SYMBOL:
        return type_is_integer(expr->type) && expr->type->kind != TY_BOOL && !expr->symbol->is_volatile &&
               add_symbol(form, expr->symbol, 1);
    case EX_CAST: { // a wider type has the value, if it is not unsigned and the value negative
        const Type *from = expr->operands[0]->type;
        bool keeps = type_is_integer(from) && is_exact(expr->type) && expr->type->size >= from->size &&
                     (expr->type->size > from->size || expr->type->size == 8);
        return keeps && read_form(reading, expr->operands[0], form);
    }
    case EX_BINARY:
        if (expr->op == OP_MAX && expr_is_int(expr->operands[1], 0))
            return read_form(reading, expr->operands[0], form) && is_never_negative(reading, form);
        return (is_exact(expr->type) || is_next(reading, expr)) && read_binary(reading, expr, form);
    default: return false;
    }
}

static Expr *form_value(Arena *arena, const Form *form)
{
    Expr *value = expr_index(arena, form->constant);
    for (int i = 0; i < form->count; i++) {
        Expr *symbol = index_cast(arena, expr_symbol(arena, form->terms[i].symbol));
        value = index_add(arena, index_mul(arena, expr_index(arena, form->terms[i].factor), symbol), value);
    }
    return value;
}

static bool counts_by_one(const Loop *loop)
{
    return loop->lower->kind == EX_INT && loop->lower->integer >= 0 && loop->lower->integer <= FURTHEST_LOWER &&
           expr_is_int(loop->step, 1) && loop->step_sign > 0 && !loop->factor && !loop->endless && !loop->tested;
}

bool growing_change_of(Arena *arena, const Stmt *loop, const Expr *by, GrowingChange *change)
{
    const Symbol *iterator = loop->loop->iterator;
    Reading reading = {.loop = loop};
    Form form;
    if (!counts_by_one(loop->loop) || !iterator)
        return false;
    reading.has_upper = read_form(&reading, loop->loop->upper, &reading.upper);
    if (!read_form(&reading, by, &form))
        return false;
    change->slope = slope_of(&form, iterator);
    if (change->slope == 0 || !add_symbol(&form, iterator, -change->slope))
        return false;
    change->rest = form_value(arena, &form);
    return induction_fixed(change->rest, loop, true);
}

static Expr *half_product(Arena *arena, Expr *left, Expr *right)
{
    return expr_binary(arena, OP_DIV, index_mul(arena, left, right), expr_index(arena, 2), type_scalar(TY_I64));
}

Expr *growing_sum(Arena *arena, const Loop *loop, int64_t slope, Expr *rest, Expr *end)
{
    int64_t lower = loop->lower->integer;
    Expr *count = index_sub(arena, end, loop->lower);
    if (rest->kind == EX_INT) { // i * (i + 1) / 2, as a program has it, whose factors are not negative
        int64_t parts = slope % 2 ? 1 : 2, more = (slope * (lower - 1) + 2 * rest->integer) / parts;
        Expr *factor = index_mul(arena, expr_index(arena, slope / parts), end);
        factor = index_add(arena, factor, expr_index(arena, more));
        return parts == 2 ? index_mul(arena, count, factor) : half_product(arena, count, factor);
    }
    Expr *square = half_product(arena, end, index_sub(arena, end, expr_index(arena, 1)));
    square = index_sub(arena, square, expr_index(arena, lower * (lower - 1) / 2));
    return index_add(arena, index_mul(arena, rest, count), index_mul(arena, expr_index(arena, slope), square));
}
