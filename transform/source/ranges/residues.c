// A loop for each class of its iterations by their remainder (contract in residues.h).
#include "transform/source/ranges/residues.h"

#include "ir/fold.h"
#include "transform/reduction/exact_minmax.h"
#include "transform/source/fold.h"
#include "transform/source/privatize.h"
#include "transform/source/source.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

#include <string.h>

typedef struct Residues {
    Candidate *state;
    Arena *arena;
    const Stmt *stmt;
    int64_t divisor;
    Varying loops; // around the class and in it
    bool distinct; // each of them has an iterator of its own
} Residues;

static Stmt *refuse(const Residues *made, const char *reason)
{
    diag_refuse(made->state->diag, made->stmt->loc, "residues %s refused: %s", made->stmt->loop->name, reason);
    return NULL;
}

// ---- quotients and remainders

// value = divisor * quotient + rest, 0 <= rest < divisor. false: the rest is not a number.
static bool divide(Arena *arena, const Linear *value, int64_t divisor, Linear *quotient, int64_t *rest)
{
    *quotient = (Linear){.constant = fold_floor_div(value->constant, divisor)};
    *rest = value->constant - divisor * quotient->constant;
    FOR_EACH(i, &value->terms) {
        LinearTerm term = value->terms.items[i];
        if (value->overflow || term.factor % divisor)
            return false;
        term.factor /= divisor;
        VECTOR_PUSH(arena, &quotient->terms, term);
    }
    return !value->overflow;
}

// C rounds quotients to zero: those of numbers below it are others.
static bool is_positive(const Residues *made, Expr *expr)
{
    const Expr *least = made->distinct ? expr_smallest(made->arena, &made->loops, expr) : NULL;
    return least && expr_strip_casts(least)->kind == EX_INT && expr_strip_casts(least)->integer >= 0;
}

typedef enum Rounding {
    NO_QUOTIENT,
    TO_ZERO, // / and %
    DOWN,    // >> and &
} Rounding;

typedef struct Quotient {
    Rounding rounding;
    bool remainder; // of the division, not its quotient
    Expr *dividend;
    int64_t divisor;
} Quotient;

enum { LARGEST_SHIFT = 4 };

static Quotient quotient_of(const Expr *expr)
{
    if (expr->kind != EX_BINARY || !type_is_integer(expr->type))
        return (Quotient){0};
    const Expr *right = expr_strip_casts(expr->operands[1]);
    Quotient found = {.dividend = expr->operands[0], .divisor = right->kind == EX_INT ? right->integer : 0};
    found.remainder = expr->op == OP_REM || expr->op == OP_AND;
    switch (expr->op) {
    case OP_DIV:
    case OP_REM: found.rounding = TO_ZERO; break;
    case OP_AND:
        found.divisor = found.divisor > 0 && found.divisor < INT32_MAX ? found.divisor + 1 : 0;
        found.rounding = is_power_of_two(found.divisor) ? DOWN : NO_QUOTIENT;
        break;
    case OP_SHR:
        found.divisor = found.divisor > 0 && found.divisor <= LARGEST_SHIFT ? INT64_C(1) << found.divisor : 0;
        found.rounding = DOWN;
        break;
    default: break;
    }
    return found.divisor > 1 ? found : (Quotient){0};
}

static Expr *fold_quotient(const Residues *made, Expr *expr)
{
    Arena *arena = made->arena;
    Quotient found = quotient_of(expr);
    Linear value, quotient;
    int64_t rest;
    if (!found.rounding)
        return expr;
    value = linear_of(arena, found.dividend);
    if (!divide(arena, &value, found.divisor, &quotient, &rest))
        return expr;
    bool any_sign = type_is_signed(expr->type) && (found.rounding == DOWN || rest == 0);
    if (!any_sign && !is_positive(made, found.dividend))
        return expr;
    return found.remainder ? expr_int(arena, rest, expr->type)
                           : index_narrow(arena, expr->type, linear_expr(arena, &quotient));
}

// A remainder that is not 0, of a number of any sign: it may be `rest`, or `rest` - divisor.
static bool is_rest(const Residues *made, Expr *expr, int64_t *rest, int64_t *divisor)
{
    const Expr *remainder = expr_without_widening(expr); // other conversions may change it
    Quotient found = quotient_of(remainder);
    Linear quotient;
    if (!found.rounding || !found.remainder || !type_is_signed(remainder->type))
        return false;
    *divisor = found.divisor;
    Linear value = linear_of(made->arena, found.dividend);
    return divide(made->arena, &value, found.divisor, &quotient, rest) && *rest;
}

typedef struct Wanted {
    Arena *arena;
    const Symbol *iterator;
    int64_t divisor;
} Wanted;

static bool look_at_quotient(void *context, const Expr *expr)
{
    Wanted *wanted = context;
    Quotient found = quotient_of(expr);
    if (!found.rounding || wanted->divisor > MOST_RESIDUES)
        return true;
    Linear value = linear_of(wanted->arena, found.dividend);
    int64_t factor = linear_factor(&value, wanted->iterator);
    int64_t own = factor ? found.divisor / greatest_common_divisor(found.divisor, factor) : 1;
    wanted->divisor *= own / greatest_common_divisor(own, wanted->divisor);
    return true;
}

int64_t residues_of(Arena *arena, const Stmt *loop)
{
    Wanted wanted = {.arena = arena, .iterator = loop->loop->iterator, .divisor = 1};
    Candidate forwarded = {.arena = arena};
    stmt_walk_expressions(source_forward_places(&forwarded, loop->body), look_at_quotient, &wanted);
    return wanted.divisor;
}

// ---- comparisons

static Expr *fold_equality(const Residues *made, Expr *expr)
{
    for (int side = 0; side < 2; side++) {
        const Expr *number = expr_without_widening(expr->operands[1 - side]);
        int64_t rest, divisor;
        if (number->kind == EX_INT && is_rest(made, expr->operands[side], &rest, &divisor) && number->integer != rest &&
            number->integer != rest - divisor)
            return expr_int(made->arena, expr->op == OP_NE, expr->type);
    }
    return expr;
}

static bool is_signed_integer(const Expr *expr)
{
    return type_is_integer(expr->type) && type_is_signed(expr->type);
}

// 2 * j + 3 >= 0 is j + 1 >= 0.
static Expr *fold_order(const Residues *made, Expr *expr)
{
    Arena *arena = made->arena;
    if (!is_signed_integer(expr->operands[0]) || !is_signed_integer(expr->operands[1]))
        return expr;
    Linear left = linear_of(arena, expr->operands[0]), right = linear_of(arena, expr->operands[1]),
           apart = linear_combine(arena, &left, &right, -1), quotient;
    int64_t rest;
    bool strict = expr->op == OP_GT || expr->op == OP_LE, less = expr->op == OP_LT || expr->op == OP_LE;
    apart.constant -= strict; // apart > 0 is apart - 1 >= 0
    if (!apart.terms.count || !divide(arena, &apart, made->divisor, &quotient, &rest))
        return expr;
    return expr_binary(arena, less ? OP_LT : OP_GE, linear_expr(arena, &quotient), expr_index(arena, 0),
                       type_scalar(TY_I64));
}

static Expr *fold_known(void *context, Expr *expr)
{
    const Residues *made = context;
    int64_t rest, divisor;
    if (expr->kind == EX_UNARY && expr->op == OP_NOT && is_rest(made, expr->operands[0], &rest, &divisor))
        return expr_int(made->arena, 0, expr->type);
    if (expr->kind == EX_BINARY && (expr->op == OP_EQ || expr->op == OP_NE))
        return fold_equality(made, expr);
    if (expr->kind == EX_BINARY && op_is_comparison(expr->op))
        return fold_order(made, expr);
    return fold_quotient(made, expr);
}

// ---- iterations at equal distances

// The first group with divisor * group + rest >= bound.
static Expr *first_group(Arena *arena, const Expr *bound, int64_t divisor, int64_t rest)
{
    Linear value = linear_of(arena, index_cast(arena, (Expr *)bound)), quotient;
    int64_t left;
    value.constant -= rest;
    if (divide(arena, &value, divisor, &quotient, &left)) {
        quotient.constant += left > 0;
        return linear_expr(arena, &quotient);
    }
    return index_ceil_div(arena, index_sub(arena, index_cast(arena, (Expr *)bound), expr_index(arena, rest)), divisor);
}

// The loop with the iterations rest + divisor * group alone.
static Stmt *every(const Residues *made, const Stmt *stmt, Stmt *body, int64_t divisor, int64_t rest)
{
    Arena *arena = made->arena;
    const Type *type = stmt->loop->iterator->type, *wide = type->kind == TY_I32 ? type : type_scalar(TY_I64);
    const char *name = intern_printf("%.*s_group", (int)strcspn(stmt->loop->name, "#"), stmt->loop->name);
    Symbol *group = nest_symbol(made->state->nest, name, wide, SYM_ITERATOR);
    group->loc = stmt->loop->iterator->loc;
    Loop own = *stmt->loop;
    own.id = nest_loop_id(made->state->nest);
    own.iterator = group;
    own.lower = index_narrow(arena, wide, first_group(arena, own.lower, divisor, rest));
    own.upper = index_narrow(arena, wide, first_group(arena, own.upper, divisor, rest));
    own.step = expr_int(arena, 1, wide);
    own.not_equal = false;
    own.tested = 0;
    own.multiple = 0;
    Expr *value = expr_binary(arena, OP_MUL, expr_int(arena, divisor, wide), expr_symbol(arena, group), wide);
    value = expr_binary(arena, OP_ADD, value, expr_int(arena, rest, wide), wide);
    own.defines = stmt->loop->iterator;
    own.definition = expr_cast(arena, type, value);
    body = stmt_substitute(arena, body, stmt->loop->iterator, own.definition);
    return stmt_loop_for(arena, stmt, &own, body);
}

// ---- loops inside of which a test leaves out iterations at equal distances

typedef struct Kept {
    int64_t step, first; // the iterations first + step * 0, 1, .. for whole numbers of any sign
} Kept;

static const Symbol *symbol_of(Expr *atom)
{
    atom = expr_without_widening(atom);
    return atom->kind == EX_SYMBOL ? atom->symbol : NULL;
}

static bool mentions(const Linear *linear, const Symbol *symbol)
{
    FOR_EACH(i, &linear->terms)
        if (expr_mentions(linear->terms.items[i].atom, symbol))
            return true;
    return false;
}

// Whether the condition, or a part of it that has to hold (or not to), says that a remainder of the iterator is a
// number.
static bool find_kept(const Residues *made, Expr *condition, bool holds, const Symbol *iterator, Kept *kept)
{
    if (condition->kind == EX_UNARY && condition->op == OP_NOT)
        return find_kept(made, condition->operands[0], !holds, iterator, kept);
    if (condition->kind == EX_BINARY && condition->op == (holds ? OP_LOGICAL_AND : OP_LOGICAL_OR))
        return find_kept(made, condition->operands[0], holds, iterator, kept) ||
               find_kept(made, condition->operands[1], holds, iterator, kept);
    bool compares = condition->kind == EX_BINARY && condition->op == (holds ? OP_EQ : OP_NE);
    if (holds && !compares)
        return false;
    const Expr *number = compares ? expr_without_widening(condition->operands[1]) : NULL;
    const Expr *remainder = expr_without_widening(compares ? condition->operands[0] : condition);
    Quotient found = quotient_of(remainder);
    if (!found.remainder || found.divisor > MOST_RESIDUES || (number && number->kind != EX_INT) ||
        !type_is_signed(remainder->type))
        return false;
    int64_t rest = number ? number->integer : 0, left, divisor = found.divisor, factor = 0;
    Linear value = linear_of(made->arena, found.dividend), others = {.constant = value.constant}, quotient;
    FOR_EACH(i, &value.terms)
        if (symbol_of(value.terms.items[i].atom) == iterator)
            factor = value.terms.items[i].factor % divisor;
        else
            VECTOR_PUSH(made->arena, &others.terms, value.terms.items[i]);
    bool may_be_another = rest < 0 || rest >= divisor || (rest && found.rounding != DOWN);
    if (!factor || may_be_another || value.overflow || mentions(&others, iterator) ||
        !divide(made->arena, &others, divisor, &quotient, &left))
        return false;
    kept->step = divisor / greatest_common_divisor(divisor, factor);
    for (kept->first = 0; kept->first < kept->step; kept->first++)
        if (((factor * kept->first + left) % divisor + divisor) % divisor == rest)
            return true;
    return false; // none, which fold_known finds
}

// The condition under which the loop does anything, through loops that are all that it does.
static Expr *condition_of(const Stmt *loop)
{
    const Stmt *body = loop->body;
    while (only_loop(body) && expr_is_int(only_loop(body)->loop->step, 1))
        body = only_loop(body)->body;
    const Stmt *only = stmt_count(body) == 1 ? stmt_item(body, 0) : NULL;
    return only && only->kind == ST_IF && !only->otherwise ? only->condition : NULL;
}

static Stmt *thin_loop(void *context, Stmt *stmt)
{
    Residues *made = context;
    Kept kept;
    Expr *condition = stmt->kind == ST_LOOP && !source_indivisible(stmt) ? condition_of(stmt) : NULL;
    if (!condition || !find_kept(made, condition, true, stmt->loop->iterator, &kept))
        return stmt;
    return every(made, stmt, stmt->body, kept.step, kept.first);
}

// ---- the classes

static bool add_loop(Residues *made, const Loop *loop)
{
    if (made->loops.count == 2 * MAX_DEPTH)
        return false;
    for (int i = 0; i < made->loops.count; i++)
        made->distinct = made->distinct && made->loops.loops[i]->iterator != loop->iterator;
    made->loops.loops[made->loops.count++] = loop;
    return true;
}

static Stmt *class_of(Residues *made, const Path *path, Stmt *body, int64_t rest)
{
    Arena *arena = made->arena;
    Stmt *own = every(made, made->stmt, body, made->divisor, rest);
    body = stmt_rewrite(arena, own->body, thin_loop, NULL, made);
    Varying below = varying_below(body);
    made->loops.count = 0;
    made->distinct = true;
    for (int i = 0; i + 1 < path->count; i++)
        made->distinct = add_loop(made, path->loops[i]->loop) && made->distinct;
    made->distinct = add_loop(made, own->loop) && made->distinct;
    for (int i = 0; i < below.count; i++)
        made->distinct = add_loop(made, below.loops[i]) && made->distinct;
    body = source_fold(arena, body, fold_known, made);
    return body->kind == ST_BLOCK && !body->nitems ? NULL : stmt_loop_for(arena, made->stmt, own->loop, body);
}

// Why the iterations must stay in their order, though no dependence says so.
static const char *order_obstacle(const Facts *facts, const Stmt *stmt)
{
    FOR_EACH(i, &facts->reductions)
        if (reduction_runs_along(&facts->reductions.items[i], stmt->loop->origin) &&
            ordered_decides(&facts->reductions.items[i]))
            return "the order decides which of equal values counts";
    return privatize_last_value(facts, stmt);
}

Stmt *residues(Candidate *state, Stmt *root, LoopId id, int64_t divisor)
{
    Residues made = {.state = state, .arena = state->arena, .stmt = stmt_find_loop(root, id), .divisor = divisor};
    const Stmt *stmt = made.stmt;
    Path path;
    if (divisor < 2 || divisor > MOST_RESIDUES)
        return refuse(&made, "it can have from 2 to 16 classes");
    if (source_indivisible(stmt))
        return refuse(&made, source_indivisible(stmt));
    const char *ordered = order_obstacle(state->facts, stmt);
    if (ordered)
        return refuse(&made, ordered);
    tree_path(root, stmt, &path);
    Stmt *body = source_forward_places(state, stmt->body);
    StmtList items = {0};
    for (int64_t rest = 0; rest < divisor; rest++) {
        Stmt *own = class_of(&made, &path, body, rest);
        if (own)
            VECTOR_PUSH(state->arena, &items, own);
    }
    if (!items.count)
        return refuse(&made, "nothing is left of it");
    return tree_replace(state->arena, root, stmt, stmt_block(state->arena, items.items, items.count));
}
