// Loop fusion: whether two neighbouring loops run alike, or one after the other through one range.
#include "analysis/depend/depend.h"
#include "analysis/depend/fusion.h"
#include "analysis/depend/private.h"
#include "analysis/sets/affine.h"
#include "analysis/sets/domain.h"
#include "analysis/sets/polynomial.h"

// ---- ranges

static bool same_value(const Expr *left, const Expr *right)
{
    return expr_equal(expr_strip_casts(left), expr_strip_casts(right));
}

static bool headers_are_equal(const Loop *left, const Loop *right)
{
    return left->iterator->type == right->iterator->type && same_value(left->lower, right->lower) &&
           same_value(left->upper, right->upper) && same_value(left->step, right->step);
}

// The first value of the loop's iterator, over the iterators of the outer loops.
static isl_map *first_values(const LoopNode *loop)
{
    isl_map *values = isl_map_from_range(isl_set_copy(loop->domain));
    values = isl_map_move_dims(values, isl_dim_in, 0, isl_dim_out, 0, (unsigned)loop->depth);
    return loop->loop->step_sign > 0 ? isl_map_lexmin(values) : isl_map_lexmax(values);
}

static bool constant_of(__isl_take isl_set *values, unsigned dim, int64_t *constant)
{
    isl_set *hull = isl_set_from_basic_set(isl_set_affine_hull(values));
    isl_val *value = isl_set_plain_get_val_if_fixed(hull, isl_dim_set, dim);
    bool fixed = value && isl_val_is_int(value) == isl_bool_true;
    *constant = fixed ? isl_val_get_num_si(value) : 0;
    isl_val_free(value);
    isl_set_free(hull);
    return fixed;
}

static isl_set *shifted(__isl_take isl_set *domain, const LoopNode *loop, int64_t shift)
{
    isl_map *by = isl_map_universe(isl_space_map_from_set(isl_set_get_space(domain)));
    for (int d = 0; d < loop->depth; d++)
        by = isl_map_equate(by, isl_dim_in, d, isl_dim_out, d);
    isl_constraint *step = isl_constraint_alloc_equality(isl_local_space_from_space(isl_map_get_space(by)));
    step = isl_constraint_set_coefficient_si(step, isl_dim_in, loop->depth, 1);
    step = isl_constraint_set_coefficient_si(step, isl_dim_out, loop->depth, -1);
    step = isl_constraint_set_constant_val(step, isl_val_int_from_si(isl_map_get_ctx(by), shift));
    return isl_set_apply(domain, isl_map_add_constraint(by, step));
}

static bool domains_match(Analysis *analysis, const LoopNode *first, const LoopNode *second, int64_t *shift)
{
    query_begin(analysis);
    isl_map *between = isl_map_apply_range(isl_map_reverse(first_values(first)), first_values(second));
    bool same = constant_of(isl_map_deltas(between), 0, shift);
    if (same) {
        isl_set *left = isl_set_intersect_params(isl_set_copy(first->domain), isl_set_copy(analysis->context));
        isl_set *right = isl_set_intersect_params(isl_set_copy(second->domain), isl_set_copy(analysis->context));
        left = shifted(left, first, *shift);
        same = isl_set_is_equal(left, right) == isl_bool_true;
        isl_set_free(left);
        isl_set_free(right);
    }
    query_begin(analysis);
    return same;
}

static bool counts_exactly(const LoopNode *loop)
{
    return loop->exact && loop->affine && !loop->base && !loop->step && !loop->loop->not_equal;
}

static bool are_counted_neighbours(const LoopNode *left, const LoopNode *right)
{
    return left && right && left->parent == right->parent && !left->opaque && !right->opaque && !left->leaves &&
           !right->leaves && !left->loop->factor && !right->loop->factor && !left->loop->endless &&
           !right->loop->endless;
}

bool domain_matches(const Facts *facts, LoopId first, LoopId second, int64_t *shift)
{
    Analysis *analysis = facts->internal;
    const LoopNode *left = find_loop(analysis, first), *right = find_loop(analysis, second);
    *shift = 0;
    if (!are_counted_neighbours(left, right))
        return false;
    if (left->loop->step_sign != right->loop->step_sign || left->loop->not_equal != right->loop->not_equal)
        return false;
    if (headers_are_equal(left->loop, right->loop))
        return true;
    return same_value(left->loop->step, right->loop->step) && counts_exactly(left) && counts_exactly(right) &&
           domains_match(analysis, left, right, shift);
}

// ---- parts of one range

// The iterations of a loop from the first one's lower bound to the second one's upper bound. NULL: not affine.
static isl_set *joined_domain(Analysis *analysis, const LoopNode *first, const LoopNode *second)
{
    isl_set *around = first->parent ? isl_set_copy(first->parent->domain)
                                    : isl_set_universe(isl_space_set_alloc(analysis->ctx, 0, 0));
    Site site = {.loop = first->parent, .domain = around};
    isl_pw_aff *lower = affine_from_expr(analysis, &site, first->loop->lower),
               *upper = affine_from_expr(analysis, &site, second->loop->upper);
    isl_set *joined = NULL;
    if (lower && upper) {
        isl_pw_aff *iterator = affine_iterator(analysis, first->depth + 1, first->depth);
        joined = isl_pw_aff_ge_set(isl_pw_aff_copy(iterator), isl_pw_aff_add_dims(lower, isl_dim_in, 1));
        joined = isl_set_intersect(joined, isl_pw_aff_lt_set(iterator, isl_pw_aff_add_dims(upper, isl_dim_in, 1)));
        joined = isl_set_intersect(joined, isl_set_add_dims(isl_set_copy(around), isl_dim_set, 1));
    } else {
        isl_pw_aff_free(lower);
        isl_pw_aff_free(upper);
    }
    isl_set_free(around);
    return joined;
}

// Two ranges without a common value that are a range together, which begins with the first one and ends with the
// second one: so the second one follows the first one.
bool domain_continues(const Facts *facts, LoopId first, LoopId second)
{
    Analysis *analysis = facts->internal;
    const LoopNode *left = find_loop(analysis, first), *right = find_loop(analysis, second);
    if (!are_counted_neighbours(left, right) || !counts_exactly(left) || !counts_exactly(right) ||
        !expr_is_int(left->loop->step, 1) || !expr_is_int(right->loop->step, 1))
        return false;
    query_begin(analysis);
    isl_set *joined = joined_domain(analysis, left, right);
    bool continues = false;
    if (joined) {
        isl_set *both = isl_set_union(isl_set_copy(left->domain), isl_set_copy(right->domain));
        joined = isl_set_intersect_params(joined, isl_set_copy(analysis->context));
        both = isl_set_intersect_params(both, isl_set_copy(analysis->context));
        isl_set *common = isl_set_intersect(isl_set_copy(left->domain), isl_set_copy(right->domain));
        common = isl_set_intersect_params(common, isl_set_copy(analysis->context));
        continues = isl_set_is_equal(joined, both) == isl_bool_true && isl_set_is_empty(common) == isl_bool_true;
        isl_set_free(both);
        isl_set_free(common);
    }
    isl_set_free(joined);
    query_begin(analysis);
    return continues;
}
