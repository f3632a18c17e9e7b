// Whether the tests of the launcher leave room for real work: sizes at which every loop has many iterations, all at
// once.
//
// isl decides. It sees a product of parameters as one more parameter. Every statement about it here is true for every
// product, so a condition that some sizes fulfil is never taken to be impossible: n*n >= 500*n if n is 500 or more.
#include "analysis/arrays/work.h"
#include "analysis/sets/coalesce.h"
#include "analysis/sets/domain.h"
#include "analysis/sets/polynomial.h"

#include <stdlib.h>

enum {
    MANY = 1000,
    MUCH = MANY / 2,
    SOME = 4,
    MAX_FACTORS = 8
}; // a loop to n + 2 has many iterations for a slightly smaller n, too
enum { MOST_LOOPS = 24, MOST_PRODUCTS = 48 }; // further ones are not asked: fewer demands on the sizes

// ---- loops with many iterations

// Sizes for which two values of the iterator have this distance, with equal iterators of the outer loops.
static isl_set *where_busy(const LoopNode *loop, int64_t iterations)
{
    isl_map *pairs = isl_map_from_domain_and_range(isl_set_copy(loop->domain), isl_set_copy(loop->domain));
    for (int d = 0; d < loop->depth; d++)
        pairs = isl_map_equate(pairs, isl_dim_in, d, isl_dim_out, d);
    const Expr *step = expr_strip_casts(loop->loop->step);
    int64_t distance = step->kind == EX_INT ? llabs(step->integer) : 1;
    isl_constraint *apart = isl_constraint_alloc_inequality(isl_local_space_from_space(isl_map_get_space(pairs)));
    apart = isl_constraint_set_coefficient_si(apart, isl_dim_out, loop->depth, 1);
    apart = isl_constraint_set_coefficient_si(apart, isl_dim_in, loop->depth, -1);
    apart = isl_constraint_set_constant_val(apart,
                                            isl_val_int_from_si(isl_map_get_ctx(pairs), -(iterations - 1) * distance));
    return coalesce_set(isl_map_params(isl_map_add_constraint(pairs, apart)));
}

static isl_set *known_sizes(Analysis *analysis, __isl_keep isl_set *context)
{
    isl_set *known = isl_set_intersect(isl_set_copy(context), isl_set_copy(analysis->type_ranges));
    return isl_set_intersect(known, isl_set_copy(analysis->room));
}

static bool demand(Analysis *analysis, const LoopNode *loop, int64_t iterations)
{
    query_begin(analysis);
    isl_set *busy = where_busy(loop, iterations);
    isl_set *room = isl_set_intersect(isl_set_copy(analysis->room), isl_set_copy(busy));
    isl_set *sizes = isl_set_intersect(known_sizes(analysis, analysis->context), busy);
    bool possible = room && isl_set_is_empty(sizes) == isl_bool_false;
    isl_set_free(sizes);
    query_begin(analysis);
    if (!possible) {
        isl_set_free(room);
        return false;
    }
    isl_set_free(analysis->room);
    analysis->room = room;
    return true;
}

// ---- products

typedef struct Factors {
    int count;
    const Expr *items[MAX_FACTORS];
} Factors;

static bool gather_factors(const Expr *expr, Factors *factors)
{
    while (expr->kind == EX_CAST && type_is_integer(expr->operands[0]->type) &&
           type_widens(expr->operands[0]->type, expr->type))
        expr = expr->operands[0];
    if (expr->kind == EX_BINARY && expr->op == OP_MUL && (type_is_signed(expr->type) || expr->type->size == 8))
        return gather_factors(expr->operands[0], factors) && gather_factors(expr->operands[1], factors);
    if (factors->count == MAX_FACTORS)
        return false;
    factors->items[factors->count++] = expr;
    return true;
}

// rest = whole without part; false: part has a factor that whole does not have.
static bool without_factors(const Factors *whole, const Factors *part, Factors *rest)
{
    bool taken[MAX_FACTORS] = {false};
    for (int p = 0; p < part->count; p++) {
        int at = 0;
        while (at < whole->count && (taken[at] || !expr_equal(whole->items[at], part->items[p])))
            at++;
        if (at == whole->count)
            return false;
        taken[at] = true;
    }
    rest->count = 0;
    for (int i = 0; i < whole->count; i++)
        if (!taken[i])
            rest->items[rest->count++] = whole->items[i];
    return true;
}

// The parameter that is the product; NULL: there is none.
static const Parameter *parameter_with(const Analysis *analysis, const Factors *factors)
{
    FOR_EACH(i, &analysis->parameters) {
        Factors other = {0}, rest;
        if (gather_factors(analysis->parameters.items[i]->value, &other) && without_factors(&other, factors, &rest) &&
            rest.count == 0)
            return analysis->parameters.items[i];
    }
    return NULL;
}

static isl_set *at_least(Analysis *analysis, const Parameter *left, int64_t factor, const Parameter *right)
{
    isl_pw_aff *bound =
        right ? isl_pw_aff_scale_val(affine_parameter(analysis, 0, right), isl_val_int_from_si(analysis->ctx, factor))
              : affine_constant(analysis, 0, factor);
    return isl_set_params(isl_pw_aff_ge_set(affine_parameter(analysis, 0, left), bound));
}

// If one >= least and other >= 0 at all of the sizes, whole = one * other >= least * other there.
static bool bound_product(Analysis *analysis, const SizeProduct *product, int64_t least, isl_set **sizes)
{
    query_begin(analysis);
    isl_set *premise =
        isl_set_intersect(at_least(analysis, product->one, least, NULL), at_least(analysis, product->other, 0, NULL));
    isl_set *exception = isl_set_subtract(isl_set_copy(*sizes), premise);
    bool always = isl_set_is_empty(exception) == isl_bool_true;
    isl_set_free(exception);
    isl_set *bound =
        always ? isl_set_intersect(isl_set_copy(*sizes), at_least(analysis, product->whole, least, product->other))
               : NULL;
    query_begin(analysis);
    if (!bound)
        return false;
    isl_set_free(*sizes);
    *sizes = bound;
    return true;
}

// Each bound may be what the next one needs.
static void bound_products(Analysis *analysis, isl_set **sizes)
{
    bool done[MOST_PRODUCTS] = {false}, found = true;
    for (int pass = 0; pass < 3 && found; pass++) {
        found = false;
        FOR_EACH(i, &analysis->products) {
            const SizeProduct *product = &analysis->products.items[i];
            if (done[i])
                continue;
            done[i] = bound_product(analysis, product, MUCH, sizes);
            found = found || done[i] || (pass == 0 && bound_product(analysis, product, 1, sizes));
        }
    }
}

static void find_products(Analysis *analysis, const Parameter *whole, const Factors *factors)
{
    FOR_EACH(i, &analysis->parameters) {
        const Parameter *one = analysis->parameters.items[i];
        Factors part = {0}, rest;
        if (one == whole || !gather_factors(one->value, &part) || !without_factors(factors, &part, &rest) ||
            !rest.count)
            continue;
        const Parameter *other = parameter_with(analysis, &rest);
        if (other && analysis->products.count < MOST_PRODUCTS)
            VECTOR_PUSH(analysis->arena, &analysis->products, ((SizeProduct){whole, one, other}));
    }
}

// Parameters may have come since the last time.
static void list_products(Analysis *analysis)
{
    if (analysis->listed_products == analysis->parameters.count)
        return;
    analysis->listed_products = analysis->parameters.count;
    analysis->products.count = 0;
    FOR_EACH(i, &analysis->parameters) {
        Factors factors = {0};
        if (gather_factors(analysis->parameters.items[i]->value, &factors) && factors.count > 1)
            find_products(analysis, analysis->parameters.items[i], &factors);
    }
}

// ---- the questions

// As many iterations as the assumptions allow, one loop after the other; with `some_first`, at least two of each before
// more of any. false: a loop got none.
static bool find_room(Analysis *analysis, bool some_first)
{
    static const int64_t degrees[] = {MANY, 100, 10, 2};
    bool all = true;
    isl_set_free(analysis->room);
    analysis->room = isl_set_copy(analysis->context);
    for (int pass = some_first ? 0 : 1; pass < 2; pass++)
        for (int l = 0; l < analysis->loops.count && l < MOST_LOOPS; l++) {
            const LoopNode *loop = analysis->loops.items[l];
            bool found = !loop->domain;
            for (int i = pass ? 0 : 3; !found && i < 4; i++)
                found = demand(analysis, loop, degrees[i]);
            all = all && found;
        }
    return all;
}

// Where `p <= 33 || m <= 0` was assumed, a thousand iterations of a loop to p leave none to a loop to m.
void work_find_room(Analysis *analysis)
{
    if (!find_room(analysis, false))
        find_room(analysis, true);
}

bool work_leaves_room(Analysis *analysis, isl_set *context)
{
    if (!analysis->room)
        return true;
    list_products(analysis);
    query_begin(analysis);
    isl_set *sizes = known_sizes(analysis, context);
    if (sizes)
        bound_products(analysis, &sizes);
    bool possible = isl_set_is_empty(sizes) != isl_bool_true;
    isl_set_free(sizes);
    query_begin(analysis);
    return possible;
}

bool work_implies(Analysis *analysis, isl_set *condition)
{
    query_begin(analysis);
    isl_set *sizes = isl_set_intersect(isl_set_copy(analysis->context), isl_set_copy(analysis->type_ranges));
    for (int l = 0; l < analysis->loops.count && l < MOST_LOOPS; l++) {
        const LoopNode *loop = analysis->loops.items[l];
        isl_set *busy = loop->domain ? isl_set_intersect(isl_set_copy(sizes), where_busy(loop, SOME)) : NULL;
        bool possible = busy && isl_set_is_empty(busy) == isl_bool_false;
        isl_set_free(possible ? sizes : busy);
        sizes = possible ? busy : sizes;
    }
    bool implied = sizes && isl_set_is_subset(sizes, condition) == isl_bool_true;
    isl_set_free(sizes);
    query_begin(analysis);
    return implied;
}

static isl_set *with_busy(Analysis *analysis, __isl_take isl_set *sizes, LoopId id, int64_t iterations, bool busy)
{
    const LoopNode *loop = find_loop(analysis, id);
    if (!sizes || !loop || !loop->domain)
        return isl_set_free(sizes);
    isl_set *where = where_busy(loop, iterations);
    return busy ? isl_set_intersect(sizes, where) : isl_set_subtract(sizes, where);
}

bool loops_may_stay_short(const Facts *facts, const LoopId *around, int naround, const LoopId *within, int nwithin,
                          int64_t most)
{
    Analysis *analysis = facts->internal;
    query_begin(analysis);
    isl_set *sizes = isl_set_intersect(isl_set_copy(analysis->context), isl_set_copy(analysis->type_ranges));
    for (int i = 0; i < naround; i++)
        sizes = with_busy(analysis, sizes, around[i], MANY, true);
    for (int i = 0; i < nwithin; i++)
        sizes = with_busy(analysis, sizes, within[i], most + 1, false);
    bool possible = sizes && isl_set_is_empty(sizes) == isl_bool_false;
    isl_set_free(sizes);
    query_begin(analysis);
    return possible;
}
