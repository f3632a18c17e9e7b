// Index-set splitting: if one point is a part of all conflicts of a loop, the iterations before it, and those after it,
// have none.
#include "analysis/depend/depend.h"
#include "analysis/depend/index_set_split.h"
#include "analysis/sets/affine.h"
#include "analysis/sets/domain.h"
#include "analysis/sets/expression.h"
#include "analysis/sets/polynomial.h"

// ---- the point

// The value of the loop's iterator in all of `iterations`, over the iterators of the outer loops; as one affine
// function if possible. NULL: it has several.
static isl_map *only_value(__isl_take isl_set *iterations, const LoopNode *loop)
{
    isl_map *map = isl_map_from_range(iterations);
    map = isl_map_move_dims(map, isl_dim_in, 0, isl_dim_out, 0, (unsigned)loop->depth);
    if (isl_map_is_single_valued(map) != isl_bool_true) {
        isl_map_free(map);
        return NULL;
    }
    isl_map *hull = isl_map_from_basic_map(isl_map_affine_hull(isl_map_copy(map)));
    bool plain = isl_map_is_single_valued(hull) == isl_bool_true;
    isl_map_free(plain ? map : hull);
    return plain ? hull : map;
}

// The map as an expression: iterators around the loop are parameters in it.
static Expr *value_of(Analysis *analysis, __isl_take isl_map *map, const LoopNode *loop)
{
    for (const LoopNode *outer = loop->parent; outer; outer = outer->parent) {
        unsigned position = (unsigned)isl_map_dim(map, isl_dim_param);
        map = isl_map_move_dims(map, isl_dim_param, position, isl_dim_in, (unsigned)outer->depth, 1);
        map = isl_map_set_dim_id(map, isl_dim_param, position, isl_id_copy(outer->iterator.id));
    }
    isl_set *values = isl_map_range(map);
    isl_set *known = isl_set_params(isl_set_copy(values));
    isl_pw_aff *value = isl_set_dim_min(values, 0);
    if (value && known)
        return expr_from_aff(analysis, value, known, false);
    isl_pw_aff_free(value);
    isl_set_free(known);
    return NULL;
}

// The one value at which the dependence begins, or at which it ends. NULL: there is no such value.
static isl_map *end_of(Analysis *analysis, const Dependence *dependence, const LoopNode *loop)
{
    query_begin(analysis);
    isl_map *pairs = depend_carried_conflicts(analysis, dependence, loop);
    isl_map *point = only_value(isl_map_domain(isl_map_copy(pairs)), loop);
    if (!point)
        point = only_value(isl_map_range(isl_map_copy(pairs)), loop);
    isl_map_free(pairs);
    return point;
}

Expr *depend_split_point(const Facts *facts, LoopId id)
{
    Analysis *analysis = facts->internal;
    const LoopNode *loop = find_loop(analysis, id);
    if (!loop || loop->base || loop->opaque || !loop->affine)
        return NULL;
    for (const LoopNode *outer = loop->parent; outer; outer = outer->parent)
        if (outer->base)
            return NULL;
    isl_map *point = NULL;
    bool fine = true;
    for (const Dependence *d = depend_carried_by(analysis, loop, NULL); d && fine;
         d = depend_carried_by(analysis, loop, d)) {
        if (d->privatized || dependence_is_reduced(facts, d, id))
            continue;
        isl_map *end = d->may ? NULL : end_of(analysis, d, loop);
        fine = end != NULL;
        if (point)
            isl_map_free(end);
        else
            point = end;
    }
    if (fine && point)
        return value_of(analysis, point, loop);
    isl_map_free(point);
    return NULL;
}

// ---- the parts

static bool has_some(Analysis *analysis, __isl_take isl_set *part, const LoopNode *loop)
{
    part = isl_set_intersect(part, isl_set_copy(loop->domain));
    part = isl_set_intersect_params(part, isl_set_copy(analysis->context));
    bool some = isl_set_is_empty(part) != isl_bool_true;
    isl_set_free(part);
    return some;
}

// Whether each iteration around the loop has one in `part`. A domain that contains more than what runs does not say.
static bool is_reached(Analysis *analysis, __isl_take isl_set *part, const LoopNode *loop)
{
    if (!loop->exact) {
        isl_set_free(part);
        return false;
    }
    part = isl_set_intersect(part, isl_set_copy(loop->domain));
    isl_set *reached = isl_set_project_out(part, isl_dim_set, (unsigned)loop->depth, 1);
    isl_set *outer = loop->parent ? isl_set_copy(loop->parent->domain) : isl_set_universe(isl_set_get_space(reached));
    isl_set *missing = isl_set_subtract(isl_set_intersect_params(outer, isl_set_copy(analysis->context)), reached);
    bool always = isl_set_is_empty(missing) == isl_bool_true;
    isl_set_free(missing);
    return always;
}

LoopParts domain_parts(const Facts *facts, LoopId id, const Expr *point)
{
    Analysis *analysis = facts->internal;
    LoopParts parts = {.before = true, .at = true, .after = true};
    LoopNode *loop = find_loop(analysis, id);
    if (!loop || loop->base)
        return parts;
    query_begin(analysis);
    isl_set *around =
        loop->parent ? isl_set_copy(loop->parent->domain) : isl_set_universe(isl_space_set_alloc(analysis->ctx, 0, 0));
    Site site = {.loop = loop->parent, .domain = around};
    isl_pw_aff *value = affine_from_expr(analysis, &site, point);
    isl_set_free(around);
    if (!value)
        return parts;
    value = isl_pw_aff_add_dims(value, isl_dim_in, 1);
    isl_pw_aff *iterator = affine_iterator(analysis, loop->depth + 1, loop->depth);
    isl_set *less = isl_pw_aff_lt_set(isl_pw_aff_copy(iterator), isl_pw_aff_copy(value));
    isl_set *more = isl_pw_aff_gt_set(isl_pw_aff_copy(iterator), isl_pw_aff_copy(value));
    isl_set *same = isl_pw_aff_eq_set(iterator, value);
    bool forwards = loop->loop->step_sign > 0;
    parts.before = has_some(analysis, forwards ? less : more, loop);
    parts.after = has_some(analysis, forwards ? more : less, loop);
    parts.at = has_some(analysis, isl_set_copy(same), loop);
    parts.always = is_reached(analysis, same, loop);
    query_begin(analysis);
    return parts;
}
