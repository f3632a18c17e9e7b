// Comparisons, choices, remainders and clamped numbers whose outcome changes near the ends of a loop alone.
#include "transform/source/ranges/known_inside.h"

#include "analysis/sets/inline_values.h"
#include "ir/fold.h"
#include "transform/source/fold.h"
#include "transform/source/source.h"

// ---- terms

typedef struct Fixed {
    const Inside *inside;
    bool fixed;
} Fixed;

static bool look_at_fixed(void *context, const Expr *expr)
{
    Fixed *look = context;
    bool computes = expr->kind == EX_INT || expr->kind == EX_CAST || expr->kind == EX_UNARY || expr->kind == EX_BINARY;
    bool symbol = expr->kind == EX_SYMBOL && expr->symbol->role == SYM_PARAM;
    const Path *path = &look->inside->path;
    for (int i = 0; i < path->count && expr->kind == EX_SYMBOL; i++)
        symbol = symbol || (path->loops[i] != look->inside->stmt && path->loops[i]->loop->iterator == expr->symbol);
    look->fixed = look->fixed && (computes || symbol);
    return look->fixed;
}

// Made of parameters of the nest and iterators of loops around.
static bool is_fixed(const Inside *inside, const Expr *atom)
{
    Fixed look = {inside, true};
    expr_walk(atom, look_at_fixed, &look);
    return look.fixed;
}

static bool is_signed_integer(const Expr *expr)
{
    return type_is_integer(expr->type) && type_is_signed(expr->type);
}

// The symbol that a term is: conversions of it may change the value, (signed char)i.
static const Symbol *symbol_of(const Expr *atom)
{
    while (atom->kind == EX_CAST && type_widens(atom->operands[0]->type, atom->type))
        atom = atom->operands[0];
    return atom->kind == EX_SYMBOL ? atom->symbol : NULL;
}

typedef struct Within {
    const Symbol *iterator;
    const Loop *loop;
    int count; // of loops with this iterator
} Within;

static bool look_for_loop(void *context, const Stmt *stmt)
{
    Within *within = context;
    if (stmt->kind == ST_LOOP && stmt->loop->iterator == within->iterator) {
        within->loop = stmt->loop;
        within->count++;
    }
    return true;
}

// A number as factor * iterator + rest + something from lowest to highest, with a factor of 1 or -1.
typedef struct Moving {
    int64_t factor;
    Linear rest, lowest, highest;
    const Loop *windows[MAX_DEPTH]; // loops in the body whose iterators it has
    int nwindows;
} Moving;

static bool all_fixed(const Inside *inside, const Linear *number)
{
    bool fixed = !number->overflow;
    FOR_EACH(i, &number->terms)
        fixed = fixed && is_fixed(inside, number->terms.items[i].atom);
    return fixed;
}

static bool is_small(int64_t number)
{
    return number >= -MOST_BORDER && number <= MOST_BORDER;
}

// Adds a term that is the iterator of a loop in the body, between numbers or parameters.
static bool add_window(const Inside *inside, const LinearTerm *term, Moving *moving)
{
    Arena *arena = inside->state->arena;
    Within within = {.iterator = symbol_of(term->atom)};
    if (within.iterator)
        stmt_walk(inside->body, look_for_loop, &within);
    const Loop *loop = within.loop;
    if (within.count != 1 || loop->endless || loop->factor || !expr_is_int(loop->step, 1) ||
        moving->nwindows == MAX_DEPTH || !is_small(term->factor))
        return false;
    Linear first = linear_of(arena, loop->lower), last = linear_of(arena, loop->upper);
    last.constant--;
    bool numbers = linear_is_constant(&first) && linear_is_constant(&last);
    if (numbers ? !is_small(first.constant) || !is_small(last.constant) || first.constant > last.constant
                : !all_fixed(inside, &first) || !all_fixed(inside, &last))
        return false;
    bool up = term->factor > 0;
    moving->lowest = linear_combine(arena, &moving->lowest, up ? &first : &last, term->factor);
    moving->highest = linear_combine(arena, &moving->highest, up ? &last : &first, term->factor);
    moving->windows[moving->nwindows++] = loop;
    return true;
}

// 2 * i - 3 >= 0 is i - 2 >= 0.
static bool divide_by_factor(Moving *moving)
{
    int64_t by = moving->factor < 0 ? -moving->factor : moving->factor;
    if (by <= 1)
        return by == 1;
    FOR_EACH(i, &moving->rest.terms)
        if (moving->rest.terms.items[i].factor % by)
            return false;
    if (!linear_is_constant(&moving->lowest) || !linear_is_constant(&moving->highest))
        return false;
    FOR_EACH(i, &moving->rest.terms)
        moving->rest.terms.items[i].factor /= by;
    moving->lowest.constant = fold_floor_div(moving->rest.constant + moving->lowest.constant, by);
    moving->highest.constant = fold_floor_div(moving->rest.constant + moving->highest.constant, by);
    moving->rest.constant = 0;
    moving->factor /= by;
    return true;
}

static bool find_moving(const Inside *inside, const Linear *number, Moving *moving)
{
    *moving = (Moving){.rest = {.constant = number->constant}};
    FOR_EACH(i, &number->terms) {
        const LinearTerm *term = &number->terms.items[i];
        if (symbol_of(term->atom) == inside->stmt->loop->iterator)
            moving->factor += term->factor;
        else if (is_fixed(inside, term->atom))
            VECTOR_PUSH(inside->state->arena, &moving->rest.terms, *term);
        else if (!add_window(inside, term, moving))
            return false;
    }
    bool fits = !number->overflow && number->constant > -INT32_MAX && number->constant < INT32_MAX &&
                moving->factor > -INT32_MAX && moving->factor < INT32_MAX;
    return fits && divide_by_factor(moving);
}

// ---- distances

typedef struct OfWindows {
    const Inside *inside;
    const Moving *moving;
    bool all;
} OfWindows;

static bool look_at_symbol(void *context, const Expr *expr)
{
    OfWindows *look = context;
    bool found = expr->kind != EX_SYMBOL;
    for (int i = 0; i < look->moving->nwindows && !found; i++)
        found = expr_mentions(look->moving->windows[i]->lower, expr->symbol) ||
                expr_mentions(look->moving->windows[i]->upper, expr->symbol);
    look->all = look->all && found;
    return look->all;
}

// Whether it is as long as a window, which is short: of what says how long the windows are, and not the loop.
static bool is_reach(const Inside *inside, const Moving *moving, const Linear *length)
{
    Linear count = linear_combine(inside->state->arena, &inside->upper, &inside->lower, -1);
    OfWindows look = {inside, moving, !length->overflow};
    FOR_EACH(i, &length->terms)
        expr_walk(length->terms.items[i].atom, look_at_symbol, &look);
    FOR_EACH(i, &count.terms)
        FOR_EACH(k, &length->terms)
            look.all = look.all && (count.terms.items[i].factor < 0 ||
                                    !expr_equal(count.terms.items[i].atom, length->terms.items[k].atom));
    return look.all && inside->most;
}

static bool has_length(const Inside *inside, const Border *border, const Linear *length)
{
    for (int i = 0; i < border->count; i++) {
        Linear apart = linear_combine(inside->state->arena, length, &border->more[i], -1);
        if (linear_is_constant(&apart) && apart.constant <= 0)
            return true;
    }
    return false;
}

// Whether the points, `to` further on by `more` * factor, are near each other: the border then has that length.
static bool near(const Inside *inside, Border *border, const Moving *moving, const Linear *from, const Linear *to,
                 const Linear *more, int64_t factor, int64_t further)
{
    Linear apart = linear_combine(inside->state->arena, to, from, -1);
    apart = linear_combine(inside->state->arena, &apart, more, factor);
    apart.constant += further;
    if (linear_is_constant(&apart)) {
        bool is = apart.constant <= inside->most && apart.constant >= -MOST_BORDER;
        border->least = is && apart.constant > border->least ? apart.constant : border->least;
        return is;
    }
    if (!is_reach(inside, moving, &apart) || (border->count == MOST_LENGTHS && !has_length(inside, border, &apart)))
        return false;
    if (!has_length(inside, border, &apart))
        border->more[border->count++] = apart;
    return true;
}

// ---- signs

typedef enum Sign { SIGN_UNKNOWN, SIGN_NEGATIVE, SIGN_NOT_NEGATIVE } Sign;

// Of a number in all iterations of the interior, which may get smaller for it.
static Sign sign_of(Inside *inside, const Linear *number)
{
    Moving moving;
    Linear zero = {0};
    if (linear_is_constant(number))
        return number->constant < 0 ? SIGN_NEGATIVE : SIGN_NOT_NEGATIVE;
    if (!find_moving(inside, number, &moving))
        return SIGN_UNKNOWN;
    Linear point = linear_combine(inside->state->arena, &zero, &moving.rest, -moving.factor);
    const Linear *lower = &inside->lower, *upper = &inside->upper;
    if (moving.factor > 0) { // not negative from point - lowest on, negative before point - highest
        if (near(inside, &inside->from, &moving, lower, &point, &moving.lowest, -1, 0))
            return SIGN_NOT_NEGATIVE;
        return near(inside, &inside->until, &moving, &point, upper, &moving.highest, 1, 0) ? SIGN_NEGATIVE
                                                                                           : SIGN_UNKNOWN;
    } // negative after point + highest, not negative up to point + lowest
    if (near(inside, &inside->from, &moving, lower, &point, &moving.highest, 1, 1))
        return SIGN_NEGATIVE;
    return near(inside, &inside->until, &moving, &point, upper, &moving.lowest, -1, -1) ? SIGN_NOT_NEGATIVE
                                                                                        : SIGN_UNKNOWN;
}

static Sign sign_of_difference(Inside *inside, Expr *left, Expr *right, int64_t more)
{
    if (!is_signed_integer(left) || !is_signed_integer(right))
        return SIGN_UNKNOWN;
    Arena *arena = inside->state->arena;
    Linear first = linear_of(arena, left), second = linear_of(arena, right),
           apart = linear_combine(arena, &first, &second, -1);
    apart.constant += more;
    return sign_of(inside, &apart);
}

// ---- expressions

// Both sides are never equal: the left one is greater, or less.
static bool are_apart(Inside *inside, Expr *left, Expr *right)
{
    return sign_of_difference(inside, left, right, -1) == SIGN_NOT_NEGATIVE ||
           sign_of_difference(inside, left, right, 0) == SIGN_NEGATIVE;
}

static Expr *decide_comparison(Inside *inside, Expr *expr)
{
    Expr *left = expr->operands[0], *right = expr->operands[1];
    if (expr->op == OP_EQ || expr->op == OP_NE)
        return are_apart(inside, left, right) ? expr_int(inside->state->arena, expr->op == OP_NE, expr->type) : expr;
    bool mirrored = expr->op == OP_LE || expr->op == OP_GT; // a <= b is b - a >= 0
    bool then = expr->op == OP_LE || expr->op == OP_GE;
    Sign sign = sign_of_difference(inside, mirrored ? right : left, mirrored ? left : right, 0);
    return sign ? expr_int(inside->state->arena, (sign == SIGN_NOT_NEGATIVE) == then, expr->type) : expr;
}

static Expr *decide_extreme(Inside *inside, Expr *expr)
{
    Sign sign = sign_of_difference(inside, expr->operands[0], expr->operands[1], 0);
    bool left = (sign == SIGN_NOT_NEGATIVE) == (expr->op == OP_MAX);
    if (!sign)
        return expr;
    Expr *taken = expr->operands[left ? 0 : 1];
    Linear number = linear_of(inside->state->arena, taken);
    return linear_is_constant(&number) ? expr_int(inside->state->arena, number.constant, expr->type) : taken;
}

// How often the divisor goes into the dividend in most iterations; -1: it is not known.
static int64_t usual_quotient(const Inside *inside, const Linear *number, const Expr *divisor)
{
    if (divisor->kind != EX_INT)
        return symbol_of(divisor) && is_fixed(inside, divisor) ? linear_factor(number, symbol_of(divisor)) : -1;
    if (divisor->integer <= 0 || !linear_is_constant(&inside->lower) || !linear_is_constant(&inside->upper))
        return -1;
    int64_t middle = inside->lower.constant / 2 + inside->upper.constant / 2, value;
    if (__builtin_mul_overflow(linear_factor(number, inside->stmt->loop->iterator), middle, &value) ||
        __builtin_add_overflow(value, number->constant, &value))
        return -1;
    return fold_floor_div(value, divisor->integer);
}

// Of (i + n - 1) / n and % n: n goes in once, and i - 1 is from 0 to n - 1.
static Expr *decide_quotient(Inside *inside, Expr *expr)
{
    Arena *arena = inside->state->arena;
    Expr *dividend = expr->operands[0], *divisor = expr->operands[1];
    if (!is_signed_integer(dividend) || !is_signed_integer(divisor))
        return expr;
    Linear number = linear_of(arena, dividend), of = linear_of(arena, divisor);
    int64_t quotient = usual_quotient(inside, &number, expr_strip_casts(divisor));
    Linear rest = linear_combine(arena, &number, &of, -quotient), beyond = linear_combine(arena, &rest, &of, -1);
    Border from = inside->from, until = inside->until;
    if (quotient >= 0 && rest.terms.count && sign_of(inside, &rest) == SIGN_NOT_NEGATIVE &&
        sign_of(inside, &beyond) == SIGN_NEGATIVE)
        return expr->op == OP_DIV ? expr_int(arena, quotient, expr->type)
                                  : index_narrow(arena, expr->type, linear_expr(arena, &rest));
    inside->from = from;
    inside->until = until;
    return expr;
}

static Expr *decide(void *context, Expr *expr);

static bool count_choice(void *context, const Expr *expr)
{
    int *count = context;
    *count += expr->kind == EX_SELECT || (expr->kind == EX_BINARY && (expr->op == OP_MIN || expr->op == OP_MAX));
    return true;
}

static int choices_in(const Expr *expr)
{
    int count = 0;
    expr_walk(expr, count_choice, &count);
    return count;
}

// A function that only chooses: what is left of it if that is less.
static Expr *decide_call(Inside *inside, Expr *call)
{
    Expr *value = expr_mentions(call, inside->stmt->loop->iterator) ? call_value(inside->state->arena, call) : NULL;
    Border from = inside->from, until = inside->until;
    Expr *left = value ? source_fold_expr(inside->state->arena, value, decide, inside) : NULL;
    if (left && choices_in(left) < choices_in(value))
        return left;
    inside->from = from;
    inside->until = until;
    return call;
}

static Expr *decide(void *context, Expr *expr)
{
    Inside *inside = context;
    if (expr->kind == EX_CALL)
        return decide_call(inside, expr);
    if (expr->kind != EX_BINARY)
        return expr;
    if (op_is_comparison(expr->op))
        return decide_comparison(inside, expr);
    switch (expr->op) {
    case OP_MIN:
    case OP_MAX: return decide_extreme(inside, expr);
    case OP_DIV:
    case OP_REM: return decide_quotient(inside, expr);
    default: return expr;
    }
}

// ---- loops

bool border_is(const Border *border)
{
    return border->least || border->count;
}

// A loop over a window, for y in i - 2 .. i + 3, counts from 0 to a number.
static Stmt *count_window(void *context, Stmt *stmt)
{
    Inside *inside = context;
    Arena *arena = inside->state->arena;
    if (stmt->kind != ST_LOOP || source_indivisible(stmt) || stmt->loop->iterator->live_after ||
        !type_is_signed(stmt->loop->iterator->type) || expr_strip_casts(stmt->loop->lower)->kind == EX_INT)
        return stmt;
    Linear lower = linear_of(arena, stmt->loop->lower), upper = linear_of(arena, stmt->loop->upper),
           count = linear_combine(arena, &upper, &lower, -1);
    if (!linear_is_constant(&count) || count.constant < 0 || count.constant > MOST_BORDER)
        return stmt;
    const Type *type = stmt->loop->iterator->type;
    Symbol *place = nest_symbol(inside->state->nest, stmt->loop->iterator->name, type, SYM_ITERATOR);
    place->loc = stmt->loop->iterator->loc;
    Loop loop = *stmt->loop;
    loop.iterator = place;
    loop.lower = expr_int(arena, 0, type);
    loop.upper = expr_int(arena, count.constant, type);
    loop.not_equal = false;
    loop.tested = 0;
    Expr *value =
        expr_binary(arena, OP_ADD, index_narrow(arena, type, stmt->loop->lower), expr_symbol(arena, place), type);
    return stmt_loop_for(arena, stmt, &loop, stmt_substitute(arena, stmt->body, stmt->loop->iterator, value));
}

Stmt *inside_fold(Inside *inside)
{
    Stmt *body = source_fold(inside->state->arena, (Stmt *)inside->body, decide, inside);
    return border_is(&inside->from) || border_is(&inside->until)
               ? stmt_rewrite(inside->state->arena, body, count_window, NULL, inside)
               : body;
}
