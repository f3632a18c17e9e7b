// Loop fusion: whether two neighbouring loops run alike, and which dependence one loop with both bodies would reverse.
#include "analysis/depend/depend.h"
#include "analysis/depend/private.h"
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

bool domain_matches(const Facts *facts, LoopId first, LoopId second, int64_t *shift)
{
    Analysis *analysis = facts->internal;
    const LoopNode *left = find_loop(analysis, first), *right = find_loop(analysis, second);
    *shift = 0;
    if (!left || !right || left->parent != right->parent || left->opaque || right->opaque || left->leaves ||
        right->leaves || left->loop->factor || right->loop->factor || left->loop->endless || right->loop->endless)
        return false;
    if (left->loop->step_sign != right->loop->step_sign || left->loop->not_equal != right->loop->not_equal)
        return false;
    if (headers_are_equal(left->loop, right->loop))
        return true;
    return same_value(left->loop->step, right->loop->step) && counts_exactly(left) && counts_exactly(right) &&
           domains_match(analysis, left, right, shift);
}

// ---- dependences

static bool touches(const Access *access, const Private *found)
{
    return found->symbol ? access->scalar == found->symbol : access->array == found->array;
}

static bool is_private(const Analysis *analysis, const Access *access, const LoopNode *loop)
{
    FOR_EACH(i, &analysis->facts->privates) {
        const Private *found = &analysis->facts->privates.items[i];
        const LoopNode *to = find_loop(analysis, found->loop);
        if (touches(access, found) && loop_stands_in(to, loop) &&
            loop_stands_in(analysis->sites.items[access->index].loop, to))
            return true;
    }
    return false;
}

static bool updates_with(const Reduction *reduction, const Access *access)
{
    FOR_EACH(i, &reduction->updates)
        if (stmt_contains(reduction->updates.items[i], access->stmt))
            return true;
    return false;
}

// Both only add to one place, exactly: every order gives the same result.
static bool is_one_sum(const Analysis *analysis, const Access *left, const Access *right, const LoopNode *first,
                       const LoopNode *second)
{
    FOR_EACH(i, &analysis->facts->reductions) {
        const Reduction *reduction = &analysis->facts->reductions.items[i];
        bool exact =
            type_is_integer(reduction->type) && (reduction->form == FORM_OPERATOR || reduction->form == FORM_FUNCTION);
        if (exact && reduction_runs_along(reduction, first->loop->id) &&
            reduction_runs_along(reduction, second->loop->id) && updates_with(reduction, left) &&
            updates_with(reduction, right))
            return true;
    }
    return false;
}

// The pairs of iterations in which the second loop's position is before the first one's.
static isl_map *only_reversed(__isl_take isl_map *pairs, const LoopNode *loop, int64_t shift)
{
    for (int d = 0; d < loop->depth; d++)
        pairs = isl_map_equate(pairs, isl_dim_in, d, isl_dim_out, d);
    int sign = loop->loop->step_sign > 0 ? 1 : -1; // sign * (in + shift - out) >= 1
    isl_constraint *earlier = isl_constraint_alloc_inequality(isl_local_space_from_space(isl_map_get_space(pairs)));
    earlier = isl_constraint_set_coefficient_si(earlier, isl_dim_in, loop->depth, sign);
    earlier = isl_constraint_set_coefficient_si(earlier, isl_dim_out, loop->depth, -sign);
    earlier = isl_constraint_set_constant_val(earlier, isl_val_int_from_si(isl_map_get_ctx(pairs), sign * shift - 1));
    return isl_map_add_constraint(pairs, earlier);
}

static bool constant_distance(__isl_keep isl_map *pairs, const LoopNode *loop, int64_t shift, int64_t *distance)
{
    isl_map *common = isl_map_copy(pairs);
    for (int side = 0; side < 2; side++) {
        enum isl_dim_type type = side ? isl_dim_out : isl_dim_in;
        unsigned depth = (unsigned)isl_map_dim(common, type), behind = (unsigned)loop->depth + 1;
        common = isl_map_project_out(common, type, behind, depth - behind);
    }
    const Expr *step = expr_strip_casts(loop->loop->step);
    bool fixed = constant_of(isl_map_deltas(common), (unsigned)loop->depth, distance);
    if (!fixed || step->kind != EX_INT || step->integer == 0)
        return false;
    *distance = (*distance - shift) / step->integer;
    return true;
}

static Dependence *reversed(Analysis *analysis, const LoopNode *loop, int source, int sink, int64_t shift)
{
    query_begin(analysis);
    bool may;
    isl_map *pairs = only_reversed(depend_conflict_pairs(analysis, source, sink, &may), loop, shift);
    Dependence *found = NULL;
    if (depend_map_may_hold(analysis, isl_map_copy(pairs))) {
        DependenceShape *shape = ARENA_NEW(analysis->arena, DependenceShape);
        found = ARENA_NEW(analysis->arena, Dependence);
        shape->may = may;
        shape->nloops = 1;
        shape->loops[0] = loop->loop->id;
        shape->direction[0] = DIRECTION_GT;
        shape->has_distance[0] = !may && constant_distance(pairs, loop, shift, &shape->distance[0]);
        *found = depend_of_shape(analysis->facts, source, sink, shape);
    }
    isl_map_free(pairs);
    query_begin(analysis);
    return found;
}

const Dependence *depend_fusion(const Facts *facts, LoopId first, LoopId second, int64_t shift)
{
    Analysis *analysis = facts->internal;
    const LoopNode *left = find_loop(analysis, first), *right = find_loop(analysis, second);
    FOR_EACH(a, &analysis->sites) {
        const Access *source = &facts->accesses.items[a];
        if (!loop_stands_in(analysis->sites.items[a].loop, left))
            continue;
        FOR_EACH(b, &analysis->sites) {
            const Access *sink = &facts->accesses.items[b];
            if (!loop_stands_in(analysis->sites.items[b].loop, right) || !depend_may_conflict(analysis, a, b) ||
                (is_private(analysis, source, left) && is_private(analysis, sink, right)) ||
                is_one_sum(analysis, source, sink, left, right))
                continue;
            const Dependence *found = reversed(analysis, left, a, b, shift);
            if (found)
                return found;
        }
    }
    return NULL;
}
