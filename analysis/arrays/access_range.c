// The range of an access whose exact elements are not affine or too hard to compute: from the first to the last
// element, both of which it touches. So nothing else of the caller's is copied.
#include "analysis/arrays/access_range.h"
#include "analysis/arrays/assume.h"
#include "analysis/sets/affine.h"
#include "analysis/sets/coalesce.h"
#include "analysis/sets/expression.h"
#include "analysis/sets/polynomial.h"
#include "analysis/sets/symbols.h"

// For a loop whose steps differ, the domain contains more than the iterations.
static bool runs_all(const LoopNode *loop)
{
    for (; loop; loop = loop->parent)
        if (loop->sure)
            return false;
    return true;
}

// ---- quotients and remainders: i % m, i / m, i / m % k, where i takes all values from 0 on

static bool assume_positive(Analysis *analysis, const Site *site, const Expr *divisor)
{
    isl_pw_aff *value = affine_from_expr(analysis, site, divisor);
    if (!value)
        return false;
    isl_set *bad = isl_pw_aff_lt_set(value, affine_constant(analysis, loop_depth(site->loop), 1));
    return assume_empty(analysis, isl_set_intersect(bad, isl_set_copy(site->domain)), site->domain);
}

// The divisor as the host evaluates it, known to be positive.
static Expr *host_divisor(Analysis *analysis, const Site *site, Expr *divisor)
{
    divisor = expr_cast(analysis->arena, type_scalar(TY_I64), divisor);
    return expr_is_invariant(analysis, divisor) && assume_positive(analysis, site, divisor) ? divisor : NULL;
}

static isl_set *from_zero_to(Analysis *analysis, __isl_take isl_pw_aff *last)
{
    isl_set *above = isl_pw_aff_nonneg_set(affine_iterator(analysis, 1, 0));
    return isl_set_intersect(above, isl_pw_aff_le_set(affine_iterator(analysis, 1, 0), last));
}

// The largest value of an affine expression that takes every value from 0 to it.
static Expr *last_of_affine(Analysis *analysis, const Site *site, __isl_take isl_pw_aff *value)
{
    isl_map *map = isl_map_intersect_domain(isl_map_from_pw_aff(value), isl_set_copy(site->domain));
    isl_set *image = coalesce_set(isl_set_intersect_params(isl_map_range(map), isl_set_copy(analysis->context)));
    isl_set *known = isl_set_params(isl_set_copy(image));
    isl_pw_aff *last = isl_set_dim_max(isl_set_copy(image), 0);
    Expr *result = NULL;
    if (last) {
        isl_pw_aff *limit = isl_pw_aff_insert_domain(isl_pw_aff_copy(last), isl_set_get_space(image));
        isl_set *all = isl_set_intersect_params(from_zero_to(analysis, limit), isl_set_copy(known));
        if (isl_set_is_equal(all, image) == isl_bool_true)
            result = expr_from_aff(analysis, isl_pw_aff_copy(last), isl_set_copy(known), false);
        isl_set_free(all);
    }
    isl_pw_aff_free(last);
    isl_set_free(known);
    isl_set_free(image);
    return result;
}

// `expr` takes every value from 0 to the result, over the iterations of the site. NULL: not known.
static Expr *last_value(Analysis *analysis, const Site *site, const Expr *expr)
{
    Arena *arena = analysis->arena;
    isl_pw_aff *affine = affine_from_expr(analysis, site, expr);
    if (affine)
        return last_of_affine(analysis, site, affine);
    if (expr->kind == EX_CAST) {
        bool widens = type_is_integer(expr->type) && type_is_integer(expr->operands[0]->type) &&
                      expr->type->size >= expr->operands[0]->type->size;
        return widens ? last_value(analysis, site, expr->operands[0]) : NULL;
    }
    if (expr->kind == EX_SYMBOL) {
        const Expr *definition = symbol_definition(analysis, expr->symbol);
        return definition ? last_value(analysis, site, definition) : NULL;
    }
    if (expr->kind != EX_BINARY || (expr->op != OP_DIV && expr->op != OP_REM))
        return NULL;
    Expr *last = last_value(analysis, site, expr->operands[0]);
    Expr *divisor = last ? host_divisor(analysis, site, expr->operands[1]) : NULL;
    if (!divisor)
        return NULL;
    if (expr->op == OP_DIV)
        return expr_binary(arena, OP_DIV, last, divisor, type_scalar(TY_I64));
    return index_min(arena, last, index_sub(arena, divisor, expr_index(arena, 1)));
}

isl_set *access_range_of(Analysis *analysis, const Site *site, const Expr *subscript)
{
    Expr *last = runs_all(site->loop) ? last_value(analysis, site, subscript) : NULL;
    if (!last)
        return NULL;
    assume_divisors(analysis, last);
    if (!expr_is_invariant(analysis, last))
        return NULL;
    isl_pw_aff *limit = affine_parameter(analysis, 1, parameter_of(analysis, last, last));
    return isl_set_intersect_params(from_zero_to(analysis, limit), isl_set_params(isl_set_copy(site->domain)));
}

// ---- boxes

static bool corner_is_met(Analysis *analysis, const AccessSite *where, __isl_keep isl_set *box, bool last)
{
    isl_set *domain = isl_set_intersect_params(isl_set_copy(where->domain), isl_set_copy(analysis->context));
    isl_set *runs = isl_set_params(isl_set_copy(domain)), *meets = domain;
    for (int d = 0; d < where->nelement; d++) {
        isl_pw_aff *limit = last ? isl_set_dim_max(isl_set_copy(box), d) : isl_set_dim_min(isl_set_copy(box), d);
        limit = isl_pw_aff_insert_domain(limit, isl_set_get_space(where->domain));
        meets = isl_set_intersect(meets, isl_pw_aff_eq_set(isl_pw_aff_copy(where->dims[d]), limit));
    }
    isl_set *missing = isl_set_subtract(runs, isl_set_params(meets));
    bool met = isl_set_is_empty(missing) == isl_bool_true;
    isl_set_free(missing);
    return met;
}

isl_set *access_range_box(Analysis *analysis, const AccessSite *where)
{
    isl_set *box = NULL;
    for (int d = 0; d < where->nelement; d++) {
        if (!where->dims[d])
            return isl_set_free(box);
        isl_map *map =
            isl_map_intersect_domain(isl_map_from_pw_aff(isl_pw_aff_copy(where->dims[d])), isl_set_copy(where->domain));
        isl_set *range = isl_map_range(isl_map_intersect_params(map, isl_set_copy(analysis->context)));
        range = coalesce_set(range);
        box = d == 0 ? range : isl_set_flat_product(box, range);
    }
    if (box && runs_all(where->loop) && corner_is_met(analysis, where, box, false) &&
        corner_is_met(analysis, where, box, true))
        return box;
    return isl_set_free(box);
}
