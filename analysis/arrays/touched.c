// Which elements of an array the accesses of a nest touch, as sets over the parameters.
#include "analysis/arrays/access_range.h"
#include "analysis/arrays/packed.h"
#include "analysis/arrays/section.h"
#include "analysis/arrays/touched.h"
#include "analysis/sets/affine.h"
#include "analysis/sets/coalesce.h"
#include "analysis/sets/polynomial.h"

const Access *touched_first_access(const Analysis *analysis, const Array *array, bool want_write, bool any)
{
    FOR_EACH(i, &analysis->facts->accesses) {
        const Access *access = &analysis->facts->accesses.items[i];
        if (access->array == array && (any || access->is_write == want_write))
            return access;
    }
    return NULL;
}

// Extent of an element dimension as parameters see it, NULL: unknown.
Expr *touched_known_extent(const Analysis *analysis, const Array *array, int d)
{
    const Access *access = touched_first_access(analysis, array, false, true);
    if (access->extents[d])
        return access->extents[d];
    return d < array->ndim && analysis->sites.items[access->index].nelement == array->ndim ? array->extent[d] : NULL;
}

isl_pw_aff *touched_extent(Analysis *analysis, const Array *array, int d)
{
    Expr *extent = touched_known_extent(analysis, array, d);
    isl_set *everywhere = isl_set_universe(isl_space_set_alloc(analysis->ctx, 0, 0));
    Site site = {.domain = everywhere};
    isl_pw_aff *value = extent ? affine_from_expr(analysis, &site, extent) : NULL;
    isl_set_free(everywhere);
    return value;
}

// { [x] : 0 <= x < extent }, or NULL if the extent is not known.
isl_set *touched_dimension(Analysis *analysis, const Array *array, int d)
{
    isl_pw_aff *extent = touched_extent(analysis, array, d);
    if (!extent)
        return NULL;
    isl_pw_aff *x = affine_iterator(analysis, 1, 0);
    isl_set *below = isl_pw_aff_lt_set(isl_pw_aff_copy(x), isl_pw_aff_add_dims(extent, isl_dim_in, 1));
    return isl_set_intersect(isl_pw_aff_nonneg_set(x), below);
}

// The access's iterations. For loops whose steps are not equal or not constant, only the iterations that certainly run.
static isl_set *iterations_of(const AccessSite *where, bool sure)
{
    isl_set *domain = isl_set_copy(where->domain);
    for (const LoopNode *loop = where->loop; sure && loop; loop = loop->parent)
        if (loop->sure)
            domain = isl_set_intersect(domain, isl_set_add_dims(isl_set_copy(loop->sure), isl_dim_set,
                                                                (unsigned)(loop_depth(where->loop) - loop->depth - 1)));
    return domain;
}

// The values of the first `ndim` subscripts of one access; NULL: some of them has no bounds.
static isl_set *subscript_values(Analysis *analysis, int index, int ndim, bool sure)
{
    const AccessSite *where = &analysis->sites.items[index];
    const Array *array = analysis->facts->accesses.items[index].array;
    isl_map *map = NULL;
    for (int d = 0; d < ndim; d++) {
        isl_map *dimension;
        if (where->dims[d]) {
            dimension = isl_map_from_pw_aff(isl_pw_aff_copy(where->dims[d]));
        } else {
            isl_set *range = touched_dimension(analysis, array, d);
            isl_set *domain = isl_set_universe(isl_set_get_space(where->domain));
            dimension = range ? isl_map_from_domain_and_range(domain, range) : (isl_set_free(domain), NULL);
        }
        map = d == 0 ? dimension : isl_map_flat_range_product(map, dimension);
    }
    map = isl_map_intersect_domain(map, iterations_of(where, sure));
    isl_set *elements = isl_set_intersect_params(isl_map_range(map), isl_set_copy(analysis->context));
    return coalesce_set(elements);
}

// An empty array has no dimensions to bound.
isl_set *touched_by_access(Analysis *analysis, int index, bool sure)
{
    const AccessSite *where = &analysis->sites.items[index];
    if (where->reach && where->nelement == 1 && !where->dims[0])
        return isl_set_intersect_params(isl_set_copy(where->reach), isl_set_copy(analysis->context));
    if (where->within) // a row may be shorter than its extent
        return NULL;
    return subscript_values(analysis, index, where->nelement, sure);
}

// What an access touches whose subscripts lie between bounds is all among these elements.
static bool is_within(Analysis *analysis, const AccessSite *where, __isl_keep isl_set *elements)
{
    isl_map *map = NULL;
    for (int d = 0; d < where->nelement && where->within; d++) {
        isl_pw_aff *low = where->dims[d] ? where->dims[d] : where->low[d];
        isl_pw_aff *high = where->dims[d] ? where->dims[d] : where->high[d];
        if (!low || !high) {
            isl_map_free(map);
            return false;
        }
        isl_space *line = isl_space_set_from_params(isl_space_params(isl_pw_aff_get_domain_space(low)));
        isl_local_space *number = isl_local_space_from_space(isl_space_add_dims(line, isl_dim_set, 1));
        isl_pw_aff *value = isl_pw_aff_var_on_domain(number, isl_dim_set, 0);
        isl_map *dimension = isl_pw_aff_le_map(isl_pw_aff_copy(low), isl_pw_aff_copy(value));
        dimension = isl_map_intersect(dimension, isl_pw_aff_ge_map(isl_pw_aff_copy(high), value));
        map = d == 0 ? dimension : isl_map_flat_range_product(map, dimension);
    }
    if (!map)
        return false;
    map = isl_map_intersect_domain(map, isl_set_copy(where->domain));
    isl_set *all = isl_set_intersect_params(isl_map_range(map), isl_set_copy(analysis->context));
    bool within = isl_set_is_subset(all, elements) == isl_bool_true;
    isl_set_free(all);
    return within;
}

isl_set *touched_with_members(Analysis *analysis, int index)
{
    return subscript_values(analysis, index, analysis->sites.items[index].ndim, false);
}

enum { MOST_COMPARED = 32 };

// Accesses that differ: others of the array touch the same elements as one of them.
typedef struct Different {
    const AccessSite *items[MOST_COMPARED];
    int count;
} Different;

static bool touch_alike(const AccessSite *left, const AccessSite *right)
{
    if (left->loop != right->loop || left->nelement != right->nelement || left->reach != right->reach ||
        left->declared != right->declared || isl_set_plain_is_equal(left->domain, right->domain) != isl_bool_true)
        return false;
    for (int d = 0; d < left->nelement; d++)
        if (!left->dims[d] || !right->dims[d] ||
            isl_pw_aff_plain_is_equal(left->dims[d], right->dims[d]) != isl_bool_true)
            return false;
    return true;
}

static bool is_different(Different *different, const AccessSite *where)
{
    for (int i = 0; i < different->count; i++)
        if (touch_alike(different->items[i], where))
            return false;
    if (different->count < MOST_COMPARED)
        different->items[different->count++] = where;
    return true;
}

// The elements, if they are also all that accesses within bounds may touch. Otherwise NULL.
static isl_set *with_bounded(Analysis *analysis, const Array *array, __isl_take isl_set *elements, Loc *unbounded)
{
    FOR_EACH(i, &analysis->sites) {
        const Access *access = &analysis->facts->accesses.items[i];
        const AccessSite *where = &analysis->sites.items[i];
        if (access->array != array || !where->within || where->duplicate)
            continue;
        query_begin(analysis);
        if (elements && is_within(analysis, where, elements))
            continue;
        *unbounded = access->expr->loc.file ? access->expr->loc : access->stmt->loc;
        isl_set_free(elements);
        return NULL;
    }
    return elements;
}

isl_set *touched_elements(Analysis *analysis, const Array *array, TouchedKind which, Loc *unbounded)
{
    bool surely_written = which == SURE_WRITES;
    isl_set *sum = NULL;
    bool within = false;
    Different different = {.count = 0};
    FOR_EACH(i, &analysis->facts->accesses) {
        const Access *access = &analysis->facts->accesses.items[i];
        const AccessSite *where = &analysis->sites.items[i];
        ClauseKind kind;
        bool wanted = surely_written
                          ? access->is_write && where->exact && (access->affine || packed_rows(analysis, array))
                          : !where->duplicate;
        if (access->array != array || !wanted || (!surely_written && section_around(analysis, i, &kind)))
            continue;
        query_begin(analysis);
        within = within || where->within;
        if (where->within || !is_different(&different, where))
            continue;
        isl_set *elements = touched_by_access(analysis, i, which == SURE_STEPS);
        if (!elements && which == TOUCHED) {
            query_begin(analysis);
            elements = access_range_box(analysis, where);
        }
        if (!elements) {
            *unbounded = access->expr->loc.file ? access->expr->loc : access->stmt->loc;
            isl_set_free(sum);
            return NULL;
        }
        sum = sum ? coalesce_set(isl_set_union(sum, elements)) : elements;
        if (!sum) { // the question is too hard: the known elements of the other accesses are not all
            *unbounded = access->expr->loc.file ? access->expr->loc : access->stmt->loc;
            return NULL;
        }
    }
    return within ? with_bounded(analysis, array, sum, unbounded) : sum;
}

Expr *touched_offset(Analysis *analysis, const Array *array, Expr *value)
{
    const Access *access = touched_first_access(analysis, array, false, true);
    Expr *offset = analysis->sites.items[access->index].offset;
    return value && offset ? index_add(analysis->arena, offset, value) : value;
}

bool touched_is_counted(const Analysis *analysis, int index, const Array *array)
{
    ClauseKind kind;
    return analysis->facts->accesses.items[index].array == array && !analysis->sites.items[index].duplicate &&
           !section_around(analysis, index, &kind);
}
