// The first and the last value of a subscript that only grows, or only shrinks, in each iterator: b*m*n + h*s + i with
// unknown relations of m, n and s, i*(i+1)/2 + j, (y*h/k)*w + x. Both are attained at vertices of the iteration domain,
// which must be iterations.
#include "analysis/arrays/assume.h"
#include "analysis/sets/affine.h"
#include "analysis/sets/condition.h"
#include "analysis/sets/expression.h"
#include "analysis/sets/monotone.h"
#include "analysis/sets/polynomial.h"
#include "analysis/sets/symbols.h"

typedef struct Corners {
    Analysis *analysis;
    const Site *site;
    int sign[MAX_DEPTH]; // for the iterator at that depth: 1 it grows with it, -1 it shrinks, 0 it does not depend on
                         // it
} Corners;

static const Type *index_type(void)
{
    return type_scalar(TY_I64);
}

static int depth_of(const Corners *corners, const Symbol *symbol)
{
    for (const LoopNode *loop = corners->site->loop; loop; loop = loop->parent)
        if (loop->loop->iterator == symbol)
            return loop->depth;
    return -1;
}

static Expr *through_definition(const Corners *corners, const Expr *expr)
{
    const Expr *definition = expr->kind == EX_SYMBOL ? symbol_definition(corners->analysis, expr->symbol) : NULL;
    return (Expr *)definition;
}

// Made of parameters alone, with scalars seen through; NULL: it is not.
static Expr *invariant_value(const Corners *corners, const Expr *expr)
{
    Expr *definition = through_definition(corners, expr);
    if (definition)
        return invariant_value(corners, definition);
    if (!type_is_integer(expr->type) || (expr->kind != EX_INT && expr->kind != EX_SYMBOL && expr->kind != EX_CAST))
        return NULL;
    if (expr->kind == EX_CAST) {
        Expr *inner = type_is_integer(expr->operands[0]->type) ? invariant_value(corners, expr->operands[0]) : NULL;
        return inner ? expr_cast(corners->analysis->arena, expr->type, inner) : NULL;
    }
    return expr_is_invariant(corners->analysis, expr) ? (Expr *)expr : NULL;
}

// ---- signs over all iterations, by proof or by an assumption that the launcher tests

static bool never_below(const Corners *corners, const Expr *expr, int64_t bound)
{
    Analysis *analysis = corners->analysis;
    if (expr->kind == EX_INT)
        return expr->integer >= bound;
    isl_pw_aff *value = affine_from_expr(analysis, corners->site, expr);
    if (value) {
        isl_set *bad = isl_pw_aff_lt_set(value, affine_constant(analysis, loop_depth(corners->site->loop), bound));
        return assume_empty(analysis, isl_set_intersect(bad, isl_set_copy(corners->site->domain)),
                            corners->site->domain);
    }
    Expr *definition = through_definition(corners, expr);
    if (definition)
        return never_below(corners, definition, bound);
    if (expr->kind == EX_CAST)
        return type_is_integer(expr->operands[0]->type) && never_below(corners, expr->operands[0], bound);
    if (expr->kind != EX_BINARY || bound > 0)
        return false;
    bool grows = expr->op == OP_ADD || expr->op == OP_MUL || expr->op == OP_DIV || expr->op == OP_REM;
    return grows && never_below(corners, expr->operands[0], 0) &&
           never_below(corners, expr->operands[1], expr->op == OP_DIV);
}

// ---- which way it goes

// The I64 value of the expression, which grows with `sign`; notes the same for the iterators. NULL: it is not monotone.
static Expr *rising(Corners *corners, const Expr *expr, int sign);

// In its type the value is the same as without overflow: signed ones do not overflow, unsigned ones of 64 bits are
// addresses.
static bool does_not_wrap(const Type *type)
{
    return type_is_integer(type) && (type_is_signed(type) || type->size == 8);
}

static Expr *both(Corners *corners, const Expr *expr, int left_sign, int right_sign)
{
    Expr *left = rising(corners, expr->operands[0], left_sign);
    Expr *right = left ? rising(corners, expr->operands[1], right_sign) : NULL;
    return right ? expr_binary(corners->analysis->arena, expr->op, left, right, index_type()) : NULL;
}

static Expr *rising_product(Corners *corners, const Expr *expr, int sign)
{
    for (int side = 0; side < 2; side++) {
        Expr *factor = invariant_value(corners, expr->operands[side]);
        if (!factor)
            continue;
        bool negative = factor->kind == EX_INT && factor->integer < 0;
        if (!negative && !never_below(corners, factor, 0))
            return NULL;
        Expr *other = rising(corners, expr->operands[1 - side], negative ? -sign : sign);
        return other ? index_mul(corners->analysis->arena, other,
                                 expr_cast(corners->analysis->arena, index_type(), factor))
                     : NULL;
    }
    bool positive = never_below(corners, expr->operands[0], 0) && never_below(corners, expr->operands[1], 0);
    return positive ? both(corners, expr, sign, sign) : NULL;
}

static Expr *rising_quotient(Corners *corners, const Expr *expr, int sign)
{
    Expr *divisor = invariant_value(corners, expr->operands[1]);
    if (!divisor && expr_is_invariant(corners->analysis, expr->operands[1])) // i / (n / m)
        divisor = expr->operands[1];
    if (!divisor || !never_below(corners, divisor, 1))
        return NULL;
    Expr *value = rising(corners, expr->operands[0], sign);
    divisor = expr_cast(corners->analysis->arena, index_type(), divisor);
    return value ? expr_binary(corners->analysis->arena, OP_DIV, value, divisor, index_type()) : NULL;
}

static Expr *rising_binary(Corners *corners, const Expr *expr, int sign)
{
    if (!does_not_wrap(expr->type))
        return NULL;
    switch (expr->op) {
    case OP_ADD: return both(corners, expr, sign, sign);
    case OP_SUB: return both(corners, expr, sign, -sign);
    case OP_MUL: return rising_product(corners, expr, sign);
    case OP_DIV: return rising_quotient(corners, expr, sign);
    default: return NULL;
    }
}

static Expr *rising(Corners *corners, const Expr *expr, int sign)
{
    Analysis *analysis = corners->analysis;
    int depth = expr->kind == EX_SYMBOL ? depth_of(corners, expr->symbol) : -1;
    if (depth >= 0) {
        bool agrees = corners->sign[depth] == 0 || corners->sign[depth] == sign;
        corners->sign[depth] = sign;
        return agrees ? expr_cast(analysis->arena, index_type(), (Expr *)expr) : NULL;
    }
    Expr *value = invariant_value(corners, expr);
    if (value)
        return expr_cast(analysis->arena, index_type(), value);
    Expr *definition = through_definition(corners, expr);
    if (definition)
        return rising(corners, definition, sign);
    if (expr->kind == EX_CAST) {
        const Type *from = expr->operands[0]->type;
        bool keeps =
            type_is_integer(from) && type_is_integer(expr->type) &&
            (type_widens(from, expr->type) || (expr->type->size == 8 && never_below(corners, expr->operands[0], 0)));
        return keeps ? rising(corners, expr->operands[0], sign) : NULL;
    }
    return expr->kind == EX_BINARY ? rising_binary(corners, expr, sign) : NULL;
}

// ---- the corners

// For a loop with a step that is not constant, the domain contains more than the iterations. This does not matter where
// the loop begins. The end is known if nothing inside depends on it.
static bool steps_are_known(const Corners *corners)
{
    for (const LoopNode *inner = corners->site->loop; inner; inner = inner->parent)
        for (const LoopNode *outer = inner->parent; outer; outer = outer->parent)
            if (outer->sure && (inner->base || expr_mentions(inner->loop->lower, outer->loop->iterator) ||
                                expr_mentions(inner->loop->upper, outer->loop->iterator) ||
                                !expr_is_invariant(corners->analysis, inner->loop->upper)))
                return false;
    return true;
}

// The last value of the iterator of a loop whose bounds are parameters, if it runs. NULL: they are not.
static Expr *last_of_steps(const Corners *corners, const Loop *loop)
{
    Analysis *analysis = corners->analysis;
    Arena *arena = analysis->arena;
    if (loop->step_sign < 0 || loop->factor || loop->not_equal || loop->may_wrap ||
        !expr_is_invariant(analysis, loop->lower) || !expr_is_invariant(analysis, loop->upper) ||
        !expr_is_invariant(analysis, loop->step))
        return NULL;
    Expr *lower = expr_cast(arena, index_type(), loop->lower), *step = expr_cast(arena, index_type(), loop->step);
    Expr *way =
        index_sub(arena, index_sub(arena, expr_cast(arena, index_type(), loop->upper), expr_index(arena, 1)), lower);
    return index_add(arena, lower, index_mul(arena, expr_binary(arena, OP_DIV, way, step, index_type()), step));
}

// The subscript at the vertex where it is smallest (direction -1) or largest; NULL: that is not an iteration.
static Expr *at_corner(const Corners *corners, Expr *subscript, int direction)
{
    Analysis *analysis = corners->analysis;
    isl_set *domain = isl_set_intersect_params(isl_set_copy(corners->site->domain), isl_set_copy(analysis->context));
    isl_set *runs = isl_set_params(isl_set_copy(domain)), *corner = isl_set_copy(domain);
    for (const LoopNode *loop = corners->site->loop; loop && subscript; loop = loop->parent) {
        int sign = corners->sign[loop->depth] * direction;
        if (!sign)
            continue;
        if (loop->sure && sign > 0) {
            Expr *last = last_of_steps(corners, loop->loop);
            subscript = last ? expr_substitute(analysis->arena, subscript, loop->loop->iterator, last) : NULL;
            continue;
        }
        isl_pw_aff *limit = sign > 0 ? isl_set_dim_max(isl_set_copy(domain), loop->depth)
                                     : isl_set_dim_min(isl_set_copy(domain), loop->depth);
        Expr *value = limit ? expr_from_aff(analysis, isl_pw_aff_copy(limit), isl_set_copy(runs), false) : NULL;
        subscript = value ? expr_substitute(analysis->arena, subscript, loop->loop->iterator, value) : NULL;
        limit = isl_pw_aff_insert_domain(limit, isl_set_get_space(domain));
        corner = isl_set_intersect(
            corner, isl_pw_aff_eq_set(affine_iterator(analysis, loop_depth(corners->site->loop), loop->depth), limit));
    }
    isl_set *missing = isl_set_subtract(runs, isl_set_params(corner));
    bool runs_there = isl_set_is_empty(missing) == isl_bool_true;
    isl_set_free(missing);
    isl_set_free(domain);
    return runs_there ? subscript : NULL;
}

static isl_pw_aff *as_parameter(Analysis *analysis, Expr *value)
{
    if (value->kind == EX_INT)
        return affine_constant(analysis, 1, value->integer);
    return affine_parameter(analysis, 1, parameter_of(analysis, value, value));
}

// The smallest and the largest of some subscripts at one site.
typedef struct Ends {
    Expr *first, *last; // NULL: of none so far
} Ends;

static bool add_ends(Analysis *analysis, const Site *site, const Expr *subscript, Ends *ends)
{
    Corners corners = {analysis, site, {0}};
    if (!site->domain || !steps_are_known(&corners))
        return false;
    Attempt attempt = begin_attempt(analysis);
    Expr *value = rising(&corners, subscript, 1);
    Expr *first = value ? at_corner(&corners, value, -1) : NULL, *last = first ? at_corner(&corners, value, 1) : NULL;
    if (last) {
        assume_divisors(analysis, first);
        assume_divisors(analysis, last);
    }
    bool known = last && expr_is_invariant(analysis, first) && expr_is_invariant(analysis, last);
    end_attempt(analysis, &attempt, !known);
    if (!known)
        return false;
    Arena *arena = analysis->arena;
    ends->first = ends->first ? index_min(arena, ends->first, first) : first;
    ends->last = ends->last ? index_max(arena, ends->last, last) : last;
    return true;
}

static isl_set *range_of_ends(Analysis *analysis, const Site *site, const Ends *ends)
{
    isl_pw_aff *x = affine_iterator(analysis, 1, 0);
    isl_set *range = isl_pw_aff_ge_set(isl_pw_aff_copy(x), as_parameter(analysis, ends->first));
    range = isl_set_intersect(range, isl_pw_aff_le_set(x, as_parameter(analysis, ends->last)));
    return isl_set_intersect_params(range, isl_set_params(isl_set_copy(site->domain)));
}

// ---- subscripts that data choose between: whatever they choose, it is one of few

enum { MOST_CHOICES = 16 };

static bool look_for_choice(void *context, const Expr *expr)
{
    const Expr **choice = context;
    if (expr->kind == EX_SELECT && !*choice)
        *choice = expr;
    return !*choice;
}

typedef struct Arm {
    const Expr *condition;
    int number;
} Arm;

static Expr *take_arm(void *context, Expr *expr)
{
    const Arm *arm = context;
    bool chooses = expr->kind == EX_SELECT && expr_equal(expr->operands[0], arm->condition);
    return chooses ? expr->operands[1 + arm->number] : expr;
}

typedef struct Choices {
    Analysis *analysis;
    int count;
    isl_set *range; // of choices by what is known of iterators and parameters
    bool failed;
} Choices;

static void add_choices(Choices *choices, const Site *site, Expr *subscript, Ends *ends);

// What the condition excludes in each arm is not in its range.
static void add_known_choice(Choices *choices, const Site *site, Expr *subscript, const Expr *condition,
                             isl_set *const *where)
{
    Analysis *analysis = choices->analysis;
    for (int number = 0; number < 2 && !choices->failed; number++) {
        Arm arm = {condition, number};
        Ends ends = {0};
        Site inside = *site;
        inside.domain = own_set(analysis, isl_set_intersect(isl_set_copy(site->domain), isl_set_copy(where[number])));
        if (isl_set_is_empty(inside.domain) == isl_bool_true)
            continue;
        add_choices(choices, &inside, expr_rewrite(analysis->arena, subscript, take_arm, &arm), &ends);
        if (ends.first && !choices->failed) {
            isl_set *range = range_of_ends(analysis, &inside, &ends);
            choices->range = choices->range ? isl_set_union(choices->range, range) : range;
        }
    }
}

static void add_choices(Choices *choices, const Site *site, Expr *subscript, Ends *ends)
{
    Analysis *analysis = choices->analysis;
    const Expr *choice = NULL;
    expr_walk(subscript, look_for_choice, &choice);
    choices->failed =
        choices->failed || ++choices->count > MOST_CHOICES || (!choice && !add_ends(analysis, site, subscript, ends));
    if (choices->failed || !choice)
        return;
    bool exact[] = {true, true};
    const Expr *condition = choice->operands[0];
    isl_set *where[] = {condition_set(analysis, site, condition, true, &exact[0]),
                        condition_set(analysis, site, condition, false, &exact[1])};
    bool by_data =
        isl_set_plain_is_universe(where[0]) == isl_bool_true && isl_set_plain_is_universe(where[1]) == isl_bool_true;
    if (!by_data)
        add_known_choice(choices, site, subscript, condition, where);
    for (int number = 0; number < 2; number++) {
        Arm arm = {condition, number};
        if (by_data)
            add_choices(choices, site, expr_rewrite(analysis->arena, subscript, take_arm, &arm), ends);
        isl_set_free(where[number]);
    }
}

static Expr *see_through(void *context, Expr *expr)
{
    Analysis *analysis = context;
    const Expr *definition = expr->kind == EX_SYMBOL ? symbol_definition(analysis, expr->symbol) : NULL;
    return definition ? expr_rewrite(analysis->arena, (Expr *)definition, see_through, analysis) : expr;
}

isl_set *monotone_range(Analysis *analysis, const Site *site, const Expr *subscript)
{
    Choices choices = {.analysis = analysis};
    Ends ends = {0};
    add_choices(&choices, site, expr_rewrite(analysis->arena, (Expr *)subscript, see_through, analysis), &ends);
    if (choices.failed)
        return isl_set_free(choices.range);
    isl_set *range = ends.first ? range_of_ends(analysis, site, &ends) : NULL;
    return !range ? choices.range : choices.range ? isl_set_union(choices.range, range) : range;
}
