// The elements that an access touches while a loop runs, if they are a box (contract in element_box.h).
#include "analysis/analysis.h"
#include "analysis/arrays/element_box.h"
#include "analysis/sets/affine.h"
#include "analysis/sets/coalesce.h"
#include "analysis/sets/domain.h"
#include "analysis/sets/expression.h"
#include "analysis/sets/polynomial.h"

// Iterators of the loop and of those around it become parameters.
static isl_map *fix_outer(__isl_take isl_map *map, const LoopNode *innermost)
{
    for (const LoopNode *outer = innermost; outer; outer = outer->parent) {
        unsigned position = (unsigned)isl_map_dim(map, isl_dim_param);
        map = isl_map_move_dims(map, isl_dim_param, position, isl_dim_in, (unsigned)outer->depth, 1);
        map = isl_map_set_dim_id(map, isl_dim_param, position, isl_id_copy(outer->iterator.id));
    }
    return map;
}

// All values of the parameters with which the loop is reached.
static isl_set *where_reached(const Analysis *analysis, const LoopNode *loop)
{
    if (!loop->parent)
        return isl_set_copy(analysis->context);
    isl_map *around = fix_outer(isl_map_from_domain(isl_set_copy(loop->parent->domain)), loop->parent);
    return isl_set_intersect(isl_map_params(around), isl_set_copy(analysis->context));
}

// Those of one iteration of all loops down to `around`, which may be NULL.
static isl_set *elements_of(Analysis *analysis, const AccessSite *where, const LoopNode *around)
{
    isl_map *touched = NULL;
    for (int d = 0; d < where->ndim; d++) {
        isl_map *dimension = isl_map_from_pw_aff(isl_pw_aff_copy(where->dims[d]));
        touched = d == 0 ? dimension : isl_map_flat_range_product(touched, dimension);
    }
    touched = fix_outer(isl_map_intersect_domain(touched, isl_set_copy(where->domain)), around);
    return coalesce_set(isl_set_intersect_params(isl_map_range(touched), isl_set_copy(analysis->context)));
}

// A limit as one affine function, also where nothing is touched. NULL: it is none.
static isl_pw_aff *limit_of(__isl_keep isl_set *elements, int d, bool last)
{
    isl_pw_aff *limit = last ? isl_set_dim_max(isl_set_copy(elements), (unsigned)d)
                             : isl_set_dim_min(isl_set_copy(elements), (unsigned)d);
    limit = isl_pw_aff_coalesce(isl_pw_aff_gist_params(limit, isl_set_params(isl_set_copy(elements))));
    if (!limit || isl_pw_aff_n_piece(limit) != 1)
        return isl_pw_aff_free(limit);
    return isl_pw_aff_from_aff(isl_pw_aff_as_aff(limit));
}

// Adds the constraint to the box, and the limit as an expression; false: not known.
static bool add_limit(Analysis *analysis, __isl_keep isl_set *elements, int d, bool last, isl_set **box, Expr **value)
{
    isl_pw_aff *limit = limit_of(elements, d, last);
    if (!limit)
        return false;
    int ndim = isl_set_dim(elements, isl_dim_set);
    isl_pw_aff *wide = isl_pw_aff_add_dims(isl_pw_aff_copy(limit), isl_dim_in, (unsigned)ndim);
    isl_pw_aff *at = affine_iterator(analysis, ndim, d);
    *box = isl_set_intersect(*box, last ? isl_pw_aff_le_set(at, wide) : isl_pw_aff_ge_set(at, wide));
    if (last)
        limit = isl_pw_aff_add_constant_val(limit, isl_val_one(analysis->ctx));
    *value = expr_from_aff(analysis, limit, isl_set_copy(analysis->context), false);
    return *box && *value;
}

static bool is_box(Analysis *analysis, __isl_keep isl_set *elements, __isl_take isl_set *reached, ElementBox *box)
{
    isl_set *all = isl_set_universe(isl_set_get_space(elements));
    bool known = true;
    for (int d = 0; d < box->ndim && known; d++)
        known = add_limit(analysis, elements, d, false, &all, &box->first[d]) &&
                add_limit(analysis, elements, d, true, &all, &box->end[d]);
    all = isl_set_intersect_params(all, reached);
    bool same = known && isl_set_is_subset(all, elements) == isl_bool_true;
    isl_set_free(all);
    return same;
}

// Whether the subscripts are known; exactly: also that the access touches them all.
static bool has_elements(const AccessSite *where, const Access *access, bool exactly)
{
    bool known = access->affine && where->ndim == access->ndim && !where->offset && (where->exact || !exactly);
    for (const LoopNode *around = where->loop; around; around = around->parent)
        known = known && !around->base && (around->exact || !exactly) && !around->sure;
    for (int d = 0; d < access->ndim && known; d++)
        known = where->dims[d] != NULL;
    return known;
}

bool access_element_box(const Facts *facts, const Access *access, LoopId id, ElementBox *box)
{
    Analysis *analysis = facts->internal;
    const AccessSite *where = &analysis->sites.items[access->index];
    const LoopNode *loop = find_loop(analysis, id);
    *box = (ElementBox){.ndim = access->ndim};
    if (!loop || !has_elements(where, access, true))
        return false;
    query_begin(analysis);
    isl_set *elements = elements_of(analysis, where, loop->parent);
    bool same = elements && is_box(analysis, elements, where_reached(analysis, loop), box);
    isl_set_free(elements);
    query_begin(analysis);
    return same;
}

bool access_is_covered(const Facts *facts, const Access *access, const Access *by, LoopId id)
{
    Analysis *analysis = facts->internal;
    const AccessSite *where = &analysis->sites.items[access->index], *all = &analysis->sites.items[by->index];
    const LoopNode *loop = find_loop(analysis, id);
    if (!loop || access->ndim != by->ndim || !has_elements(where, access, false) || !has_elements(all, by, true))
        return false;
    query_begin(analysis);
    isl_set *some = elements_of(analysis, where, loop), *elements = elements_of(analysis, all, loop);
    bool covered = isl_set_is_subset(some, elements) == isl_bool_true;
    isl_set_free(some);
    isl_set_free(elements);
    query_begin(analysis);
    return covered;
}
