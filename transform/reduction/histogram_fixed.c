// Sums of floats by key in fixed point (J. Demmel and H. D. Nguyen, "Parallel Reproducible Summation", 2015, use the
// same idea: all terms are rounded to one unit, so their sum is exact and does not depend on the order):
//
//   exponent[key] = max of 256 + ilogb(e)                 first pass
//   sum[key] += rint(e * 2^(bits + 256 - exponent[key]))  second pass: integers
//
// A finite float has an exponent from -149 to 127, so 256 + exponent is positive. Bits above those are for the terms
// that are not finite: whatever else is added, they alone decide the sum. A positive zero, which makes one of a
// negative zero, counts as 1; a negative zero and no term at all as 0.
#include "transform/reduction/histogram_fixed.h"

#include "transform/reduction/histogram.h"
#include "transform/reduction/histogram_atomic.h"
#include "transform/tree/query.h"

#include <float.h>
#include <math.h>

enum { BIAS = 256, PLUS_INFINITY = 1 << 10, MINUS_INFINITY = 1 << 11, NOT_A_NUMBER = 1 << 12 };
// 2^32 terms below 2^31; 2^39 terms, which are 2 TB of floats in one loop, below 2^24. In several loops, which may read
// floats again, 2^54 terms below 2^9.
enum { MANY_BITS = 30, FEW_BITS = 23, FEWEST_BITS = 8 };
enum { FEW_TERMS = 32, MANY_TERMS = 39 }; // as powers of two

static const Type *int_type(void)
{
    return type_scalar(TY_I32);
}

static const Type *float_type(void)
{
    return type_scalar(TY_F32);
}

static const Expr *without_casts(const Expr *expr)
{
    while (expr->kind == EX_CAST)
        expr = expr->operands[0];
    return expr;
}

// The value that `place += e`, `place -= e` or `place = place + e` adds. NULL: another form.
static Expr *added_value(Arena *arena, const Stmt *update)
{
    Operator op = update->op;
    Expr *value = update->value;
    if (op == OP_NONE) {
        const Expr *sum = without_casts(value);
        if (sum->kind != EX_BINARY)
            return NULL;
        bool left = expr_equal(without_casts(sum->operands[0]), update->place);
        if (!left && (sum->op == OP_SUB || !expr_equal(without_casts(sum->operands[1]), update->place)))
            return NULL;
        op = sum->op;
        value = sum->operands[left];
    }
    if (op != OP_ADD && op != OP_SUB)
        return NULL;
    value = expr_cast(arena, float_type(), value);
    return op == OP_SUB ? expr_unary(arena, OP_NEG, value) : value;
}

typedef struct Fitting {
    Arena *arena;
    const Reduction *reduction;
    int fitting, all;
} Fitting;

static bool count_updates(void *context, const Stmt *stmt)
{
    Fitting *updates = context;
    bool is_one = reduction_assigns(updates->reduction, stmt);
    updates->all += is_one;
    updates->fitting += is_one && added_value(updates->arena, stmt);
    return true;
}

bool reduction_can_be_fixed(Arena *arena, const Reduction *reduction, const Stmt *tree)
{
    Fitting updates = {.arena = arena, .reduction = reduction};
    if (reduction->type->kind != TY_F32 || reduction->op != OP_ADD || reduction->form != FORM_OPERATOR)
        return false;
    stmt_walk(tree, count_updates, &updates);
    return updates.all && updates.fitting == updates.all;
}

// How many terms one element may get: iterations of the loops that carry it. NULL: that is not known before the nest
// runs, or a loop around the copies is among them.
static Expr *most_terms(ByKey *by_key, const Stmt *root)
{
    const Facts *facts = by_key->state->facts;
    const Reduction *reduction = by_key->reduction;
    Expr *terms = NULL;
    FOR_EACH(i, &reduction->loops) {
        const Loop *loop = facts_loop(facts, reduction->loops.items[i])->loop;
        bool outermost = reduction->loops.items[i] == by_key->loop->loop->origin;
        Expr *trip = loop_trip_count(by_key->arena, loop), *known = by_key_known(by_key, root, trip);
        if (!known || (!outermost && expr_mentions_iterator(known)) || outermost != !terms)
            return NULL;
        terms = terms ? index_mul(by_key->arena, terms, known) : trip;
    }
    return terms;
}

bool by_key_can_be_fixed(ByKey *by_key, const Stmt *root)
{
    const Reduction *reduction = by_key->reduction;
    const Stmt *body = by_key_body(by_key);
    return by_key->parts.count == 1 && reduction_can_be_fixed(by_key->arena, reduction, body) &&
           reduction_is_all(reduction, body) && most_terms(by_key, root);
}

static Expr *fewer_than(Arena *arena, Expr *terms, int log)
{
    return expr_binary(arena, OP_LT, terms, expr_index(arena, INT64_C(1) << log), type_scalar(TY_I64));
}

Expr *by_key_fixed_bits(ByKey *by_key, const Stmt *root)
{
    Arena *arena = by_key->arena;
    const Type *type = int_type();
    Expr *terms = index_mul(arena, most_terms(by_key, root), expr_index(arena, by_key->reduction->updates.count));
    Expr *bits = expr_int(arena, FEW_BITS, type);
    if (by_key->reduction->loops.count > 1)
        bits = expr_select(arena, fewer_than(arena, terms, MANY_TERMS), bits, expr_int(arena, FEWEST_BITS, type));
    return expr_select(arena, fewer_than(arena, terms, FEW_TERMS), expr_int(arena, MANY_BITS, type), bits);
}

// ---- the two passes

typedef struct Pass {
    Candidate *state;
    Arena *arena;
    const Reduction *reduction;
    const FixedTerms *terms;
} Pass;

static Expr *math(Arena *arena, const Type *type, const char *name, Expr *first, Expr *second)
{
    return expr_call(arena, type, name, NULL, (Expr *[]){first, second}, second ? 2 : 1);
}

static Expr *compare(Arena *arena, Operator op, Expr *left, Expr *right)
{
    return expr_binary(arena, op, left, right, left->type);
}

static Expr *number(Arena *arena, int value)
{
    return expr_int(arena, value, int_type());
}

static Stmt *atomic(Arena *arena, Intrinsic intrinsic, Expr *place, Expr *value)
{
    Expr *operands[] = {expr_address(arena, place), value};
    return stmt_evaluate(arena, expr_intrinsic(arena, intrinsic, place->type, operands, 2));
}

static Stmt *note_exponent(Arena *arena, Expr *place, Expr *term)
{
    Expr *zero = expr_float(arena, 0, float_type()), *most = expr_float(arena, FLT_MAX, float_type());
    Expr *finite = compare(arena, OP_LE, math(arena, float_type(), "fabsf", term, NULL), most);
    Expr *exponent =
        expr_binary(arena, OP_ADD, math(arena, int_type(), "ilogbf", term, NULL), number(arena, BIAS), int_type());
    Expr *sign = math(arena, float_type(), "copysignf", expr_float(arena, 1, float_type()), term);
    exponent = expr_select(arena, compare(arena, OP_EQ, term, zero), compare(arena, OP_GT, sign, zero), exponent);
    Expr *negative = expr_select(arena, compare(arena, OP_LT, term, zero), number(arena, MINUS_INFINITY),
                                 number(arena, NOT_A_NUMBER));
    Expr *kind = expr_select(arena, compare(arena, OP_GT, term, zero), number(arena, PLUS_INFINITY), negative);
    Stmt *items[] = {
        atomic(arena, IN_ATOMIC_MAX, place, expr_select(arena, finite, exponent, number(arena, 0))),
        stmt_if(arena, expr_unary(arena, OP_NOT, finite), atomic(arena, IN_ATOMIC_OR, place, kind), NULL),
    };
    return stmt_block(arena, items, 2);
}

static Stmt *add_words(Arena *arena, Expr *low, Expr *high, Expr *value)
{
    Expr *operands[] = {expr_address(arena, low), expr_address(arena, high), value};
    return stmt_evaluate(arena, expr_intrinsic(arena, IN_ADD_WORDS, type_scalar(TY_VOID), operands, 3));
}

static Stmt *add_term(const Pass *pass, Expr *place, Expr *term)
{
    Arena *arena = pass->arena;
    Symbol *symbol = nest_symbol(pass->state->nest, "exponent", int_type(), SYM_LOCAL);
    Expr *exponent = expr_symbol(arena, symbol);
    Expr *shift = expr_binary(arena, OP_ADD, pass->terms->bits, number(arena, BIAS), int_type());
    shift = expr_binary(arena, OP_SUB, shift, exponent, int_type());
    Expr *scaled = math(arena, float_type(), "rintf", math(arena, float_type(), "ldexpf", term, shift), NULL);
    Expr *value = expr_cast(arena, type_scalar(TY_I64), scaled);
    const Array *high = pass->terms->high;
    Stmt *items[] = {
        stmt_declare(arena, symbol, expr_access(arena, pass->terms->exponents, place->operands)),
        stmt_if(arena, compare(arena, OP_LT, exponent, number(arena, PLUS_INFINITY)),
                high ? add_words(arena, place, expr_access(arena, high, place->operands), value)
                     : atomic(arena, IN_ATOMIC_ADD, place, value),
                NULL),
    };
    return stmt_block(arena, items, 2);
}

static Stmt *rewrite_update(void *context, Stmt *stmt)
{
    const Pass *pass = context;
    Arena *arena = pass->arena;
    if (!reduction_assigns(pass->reduction, stmt))
        return stmt;
    Symbol *symbol = nest_symbol(pass->state->nest, "term", float_type(), SYM_LOCAL);
    Expr *term = expr_symbol(arena, symbol);
    Stmt *add = pass->terms->exponents ? add_term(pass, stmt->place, term) : note_exponent(arena, stmt->place, term);
    if (pass->terms->places) {
        const Type *type = pass->terms->places->type; // the difference of an element of an earlier range is large in it
        Expr *subscript = expr_cast(arena, type, stmt->place->operands[0]);
        add = stmt_if(arena, expr_binary(arena, OP_LT, subscript, pass->terms->places, type), add, NULL);
    }
    Stmt *items[] = {stmt_declare(arena, symbol, added_value(arena, stmt)), add};
    return stmt_block(arena, items, 2);
}

Stmt *fixed_updates(Candidate *state, const Reduction *reduction, const FixedTerms *terms, Stmt *tree)
{
    Pass pass = {.state = state, .arena = state->arena, .reduction = reduction, .terms = terms};
    return stmt_rewrite(state->arena, tree, rewrite_update, NULL, &pass);
}

// ---- what blocks have found

Stmt *fixed_join_exponents(Candidate *state, Expr *total, Expr *exponent)
{
    Arena *arena = state->arena;
    Symbol *symbol = nest_symbol(state->nest, "exponent", int_type(), SYM_LOCAL);
    Expr *found = expr_symbol(arena, symbol), *kinds = number(arena, PLUS_INFINITY);
    Expr *finite = expr_binary(arena, OP_REM, found, kinds, int_type());
    Stmt *items[] = {
        stmt_declare(arena, symbol, exponent),
        atomic(arena, IN_ATOMIC_MAX, total, finite),
        stmt_if(arena, compare(arena, OP_GE, found, kinds),
                atomic(arena, IN_ATOMIC_OR, total, expr_binary(arena, OP_SUB, found, finite, int_type())), NULL),
    };
    return stmt_block(arena, items, 3);
}

Stmt *fixed_join_sums(Arena *arena, Expr *total, Expr *low, Expr *high)
{
    const Type *type = type_scalar(TY_U64);
    Expr *above = expr_binary(arena, OP_SHL, expr_cast(arena, type, high), expr_int(arena, 32, int_type()), type);
    Expr *sum = expr_binary(arena, OP_OR, above, expr_cast(arena, type, low), type);
    return atomic(arena, IN_ATOMIC_ADD, total, expr_cast(arena, total->type, sum));
}

Expr *fixed_sum(Arena *arena, Expr *sum, Expr *exponent, Expr *bits)
{
    const Type *wide = type_scalar(TY_F64);
    Expr *shift = expr_binary(arena, OP_SUB, exponent,
                              expr_binary(arena, OP_ADD, bits, number(arena, BIAS), int_type()), int_type());
    Expr *finite = expr_cast(arena, float_type(), math(arena, wide, "ldexp", expr_cast(arena, wide, sum), shift));
    Expr *kind = expr_binary(arena, OP_DIV, exponent, number(arena, PLUS_INFINITY), int_type());
    Expr *other = expr_select(arena, compare(arena, OP_EQ, kind, number(arena, MINUS_INFINITY / PLUS_INFINITY)),
                              expr_float(arena, -INFINITY, float_type()), expr_float(arena, NAN, float_type()));
    other = expr_select(arena, compare(arena, OP_EQ, kind, number(arena, 1)), expr_float(arena, INFINITY, float_type()),
                        other);
    Expr *none = expr_float(arena, -0.0, float_type());
    Expr *value = expr_select(arena, compare(arena, OP_LT, exponent, number(arena, PLUS_INFINITY)), finite, other);
    return expr_select(arena, compare(arena, OP_EQ, exponent, number(arena, 0)), none, value);
}
