#include "transform/source/source.h"
#include "transform/source/ranges/uncollapse.h"
#include "transform/tree/formula.h"
#include "transform/tree/query.h"

#include <string.h>

enum { MAX_FACTORS = 8 };

typedef struct Factors {
    const Expr *items[MAX_FACTORS];
    int count;
    bool fine;
} Factors;

static void add_factors(Factors *factors, const Expr *expr)
{
    expr = expr_strip_casts(expr);
    if (expr->kind == EX_BINARY && expr->op == OP_MUL) {
        add_factors(factors, expr->operands[0]);
        add_factors(factors, expr->operands[1]);
    } else if (factors->count == MAX_FACTORS) {
        factors->fine = false;
    } else {
        factors->items[factors->count++] = expr;
    }
}

static Factors factors_of(const Expr *expr)
{
    Factors factors = {.fine = true};
    add_factors(&factors, expr);
    return factors;
}

static bool is_quotient_of_size(const Expr *expr)
{
    bool divides = expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_FLOOR_DIV);
    return divides && expr->operands[1]->kind == EX_INT && expr->operands[1]->integer > 0;
}

// Equal wherever the launcher's test holds: a row has at least one element, and then w / 8 is rounded down.
static bool same_factor(const Expr *left, const Expr *right)
{
    left = expr_strip_casts(left);
    right = expr_strip_casts(right);
    if (right->kind == EX_INT && expr_is_int(left, right->integer))
        return true;
    if (is_quotient_of_size(left) && is_quotient_of_size(right))
        return left->operands[1]->integer == right->operands[1]->integer &&
               same_factor(left->operands[0], right->operands[0]);
    return expr_equal(left, right);
}

// `whole` without the factors of `part`; false: they are not all among its factors.
static bool without_factors(const Factors *whole, const Factors *part, Factors *rest)
{
    *rest = *whole;
    for (int p = 0; p < part->count; p++) {
        int at = 0;
        while (at < rest->count && !same_factor(rest->items[at], part->items[p]))
            at++;
        if (at == rest->count)
            return false;
        rest->items[at] = rest->items[--rest->count];
    }
    return whole->fine && part->fine;
}

static Expr *product(Arena *arena, const Factors *factors)
{
    Expr *value = NULL;
    for (int i = 0; i < factors->count; i++) {
        Expr *factor = expr_cast(arena, type_scalar(TY_I64), (Expr *)factors->items[i]);
        value = value ? index_mul(arena, value, factor) : factor;
    }
    return value ? value : expr_index(arena, 1);
}

static Expr *product_in(Arena *arena, const Factors *factors, const Type *type)
{
    return expr_cast(arena, type, factors->count == 1 ? (Expr *)factors->items[0] : product(arena, factors));
}

// The same factors, as the loop's bound has them.
static Factors as_in(const Factors *whole, const Factors *part)
{
    Factors found = *part;
    for (int p = 0; p < part->count; p++)
        for (int w = 0; w < whole->count; w++)
            if (same_factor(whole->items[w], part->items[p]))
                found.items[p] = whole->items[w];
    return found;
}

static bool counts_from_zero(const Loop *loop)
{
    return expr_is_int(loop->lower, 0) && expr_is_int(loop->step, 1);
}

RowsOf uncollapse_rows(const Loop *loop, const Expr *divisor)
{
    Factors all = factors_of(loop->upper), row = factors_of(divisor), rest;
    if (!counts_from_zero(loop))
        return NO_ROWS;
    return without_factors(&all, &row, &rest) ? ROWS_IN_BOUND : ROWS_TESTED;
}

// How many rows there are: the bound's other factors, or its quotient, which is_product tests to be exact.
static Factors number_of_rows(Arena *arena, const Loop *loop, const Factors *length)
{
    Factors all = factors_of(loop->upper), rest;
    if (without_factors(&all, length, &rest))
        return rest;
    const Type *type = type_promoted(expr_strip_casts(loop->upper)->type);
    Expr *whole = expr_cast(arena, type, loop->upper);
    return (Factors){
        .items = {expr_binary(arena, OP_DIV, whole, product_in(arena, length, type), type)}, .count = 1, .fine = true};
}

// ---- the body

typedef struct Places {
    Arena *arena;
    const Symbol *from, *row, *column;
    Factors length; // of a row
} Places;

static bool is_quotient(const Places *places, const Expr *expr)
{
    if (expr->kind != EX_BINARY || (expr->op != OP_DIV && expr->op != OP_REM) || !type_is_integer(expr->type))
        return false;
    const Expr *dividend = expr_strip_casts(expr->operands[0]);
    return dividend->kind == EX_SYMBOL && dividend->symbol == places->from;
}

// t / m, t % m; with further factors in the divisor, t / (k * m) is row / k.
static Expr *replace_quotient(void *context, Expr *expr)
{
    const Places *places = context;
    Arena *arena = places->arena;
    Factors rest;
    if (!is_quotient(places, expr))
        return expr;
    Factors divisor = factors_of(expr->operands[1]);
    if (!without_factors(&divisor, &places->length, &rest))
        return expr;
    const Type *type = expr->type;
    Expr *row = expr_cast(arena, type, expr_symbol(arena, places->row)),
         *column = expr_cast(arena, type, expr_symbol(arena, places->column));
    if (!rest.count)
        return expr->op == OP_DIV ? row : column;
    row = expr_binary(arena, expr->op, row, product_in(arena, &rest, type), type);
    if (expr->op == OP_DIV)
        return row;
    Expr *length = product_in(arena, &places->length, type);
    return expr_binary(arena, OP_ADD, expr_binary(arena, OP_MUL, row, length, type), column, type);
}

static Stmt *with_places(const Places *places, Stmt *body)
{
    Arena *arena = places->arena;
    const Type *type = places->from->type, *wide = type->size < 4 ? type_scalar(TY_I32) : type;
    body = stmt_rewrite(arena, body, NULL, replace_quotient, (void *)places);
    Expr *row = expr_cast(arena, wide, expr_symbol(arena, places->row)),
         *column = expr_cast(arena, wide, expr_symbol(arena, places->column));
    Expr *begin = expr_binary(arena, OP_MUL, row, product_in(arena, &places->length, wide), wide);
    Expr *place = expr_cast(arena, type, expr_binary(arena, OP_ADD, begin, column, wide));
    return stmt_substitute(arena, body, places->from, place);
}

// ---- the loops

static Stmt *refuse(Candidate *state, const Stmt *stmt, const char *reason)
{
    diag_refuse(state->diag, stmt->loc, "uncollapse %s refused: %s", stmt->loop->name, reason);
    return NULL;
}

static Symbol *new_iterator(Candidate *state, const Loop *loop, const char *what)
{
    const char *base = intern_n(loop->name, strcspn(loop->name, "#"));
    Symbol *made = nest_symbol(state->nest, intern_printf("%s_%s", base, what), loop->iterator->type, SYM_ITERATOR);
    made->loc = loop->iterator->loc;
    return made;
}

static Stmt *counted(Candidate *state, const Stmt *from, const Symbol *iterator, const Factors *upper, Stmt *body)
{
    Loop loop = {.name = iterator->name, .iterator = iterator, .step_sign = 1};
    loop.id = loop.origin = nest_loop_id(state->nest);
    loop.lower = expr_int(state->arena, 0, iterator->type);
    loop.upper = product_in(state->arena, upper, iterator->type);
    loop.step = expr_int(state->arena, 1, iterator->type);
    Stmt *made = stmt_loop(state->arena, &loop, body);
    made->loc = from->loc;
    return made;
}

// Rows have elements, and their number times the length is the trip count, in the type in which it is computed.
static Expr *is_product(Arena *arena, const Loop *loop, Expr *rows, Expr *length)
{
    const Type *index = type_scalar(TY_I64), *truth = type_scalar(TY_I32);
    Expr *some = expr_binary(arena, OP_GE, length, expr_index(arena, 1), index);
    Expr *most = expr_binary(arena, OP_DIV, expr_index(arena, INT64_C(1) << 62), length, index);
    Expr *fits = expr_binary(arena, OP_LE, rows, most, index);
    Expr *equal =
        expr_binary(arena, OP_EQ, expr_cast(arena, index, loop->upper), index_mul(arena, rows, length), index);
    return expr_binary(arena, OP_LOGICAL_AND, some, expr_binary(arena, OP_LOGICAL_AND, fits, equal, truth), truth);
}

Stmt *uncollapse(Candidate *state, Stmt *root, LoopId id, const char *length, Loc loc, Assumption *assumed)
{
    Arena *arena = state->arena;
    Stmt *stmt = (Stmt *)stmt_find_loop(root, id);
    const Loop *loop = stmt->loop;
    const char *wrong = NULL;
    Expr *divisor = formula_read(arena, (FormulaScope){state->nest, NULL}, length, &wrong);
    if (!divisor) {
        if (loc.file)
            diag_error(state->diag, loc, "uncollapse %s: %s", loop->name, wrong);
        return loc.file ? NULL : refuse(state, stmt, wrong);
    }
    if (!counts_from_zero(loop))
        return refuse(state, stmt, "it does not count 0, 1, 2, ..");
    if (stmt_rotates(stmt))
        return refuse(state, stmt, "pointers change places in it");
    if (tree_leaves(stmt->body, ST_BREAK))
        return refuse(state, stmt, "a 'break' leaves it");
    Factors all = factors_of(loop->upper), row = factors_of(divisor);
    Places places = {arena, loop->iterator, new_iterator(state, loop, "row"), new_iterator(state, loop, "column"),
                     as_in(&all, &row)};
    Factors rows = number_of_rows(arena, loop, &places.length);
    assumed->condition = is_product(arena, loop, product(arena, &rows), product(arena, &places.length));
    assumed->words = arena_printf(arena, "'%s' counts whole rows of %s", loop->name, length);
    Stmt *inner = counted(state, stmt, places.column, &places.length,
                          source_forward_places(state, with_places(&places, stmt->body)));
    return tree_replace(arena, root, stmt, counted(state, stmt, places.row, &rows, inner));
}
