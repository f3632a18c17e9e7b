// Sees the dimensions in flat subscripts: A[i*n + j] is [i][j] of extents [?][n].
//
// The products of parameters that multiply iterators are the strides. They must nest (each divides the one before);
// then every term of a subscript belongs to the largest stride that divides it, and the subscript of each dimension
// but the first must lie in 0..extent. That is proved from the domain, or becomes a run-time assumption. All accesses
// of an array are seen with the same extents; an access that does not fit may touch anything.
#include "analysis/internal.h"

typedef struct Shape {
    int count;                  // dimensions
    Monomial strides[MAX_DIMS]; // of dimension d, in elements; the last is 1
} Shape;

// ---- strides

// quotient = dividend / divisor, where it divides.
static bool divide(const Monomial *dividend, const Monomial *divisor, Monomial *quotient)
{
    int next = 0;
    quotient->degree = 0;
    for (int i = 0; i < dividend->degree; i++) {
        if (next < divisor->degree && dividend->factors[i] == divisor->factors[next])
            next++;
        else
            quotient->factors[quotient->degree++] = dividend->factors[i];
    }
    return next == divisor->degree;
}

static bool same(const Monomial *left, const Monomial *right)
{
    Monomial rest;
    return left->degree == right->degree && divide(left, right, &rest);
}

static bool add_stride(Shape *shape, const Monomial *stride)
{
    int place = 0;
    for (; place < shape->count; place++) {
        if (same(&shape->strides[place], stride))
            return true;
        if (shape->strides[place].degree < stride->degree)
            break;
    }
    if (shape->count == MAX_DIMS)
        return false;
    for (int i = shape->count++; i > place; i--)
        shape->strides[i] = shape->strides[i - 1];
    shape->strides[place] = *stride;
    return true;
}

static bool strides_nest(const Shape *shape)
{
    Monomial rest;
    for (int d = 0; d + 1 < shape->count; d++)
        if (!divide(&shape->strides[d], &shape->strides[d + 1], &rest))
            return false;
    return true;
}

static bool find_shape(const Analysis *analysis, const Array *array, Shape *shape)
{
    static const Monomial one;
    bool fine = add_stride(shape, &one);
    FOR_EACH(i, &analysis->sites) {
        const Polynomial *raw = analysis->sites.items[i].raw[0];
        if (analysis->facts->accesses.items[i].array != array || !raw)
            continue;
        for (int t = 0; t < raw->count; t++)
            if (!is_constant_aff(raw->terms[t].coefficient))
                fine = fine && add_stride(shape, &raw->terms[t].monomial);
    }
    return fine && strides_nest(shape);
}

// ---- one access

// The sum of the terms that belong to each dimension.
static void distribute_terms(Analysis *analysis, const Shape *shape, const Polynomial *raw, int depth, isl_pw_aff **dims)
{
    for (int d = 0; d < shape->count; d++)
        dims[d] = affine_constant(analysis, depth, 0);
    for (int t = 0; t < raw->count; t++) {
        Monomial rest = {0};
        int d = 0;
        while (!divide(&raw->terms[t].monomial, &shape->strides[d], &rest))
            d++;
        isl_pw_aff *factor = affine_monomial(analysis, depth, &rest);
        factor = isl_pw_aff_mul(factor, isl_pw_aff_copy(raw->terms[t].coefficient));
        dims[d] = isl_pw_aff_add(dims[d], factor);
    }
}

static isl_pw_aff *extent_aff(Analysis *analysis, const Shape *shape, int depth, int d)
{
    Monomial extent = {0};
    divide(&shape->strides[d - 1], &shape->strides[d], &extent);
    return affine_monomial(analysis, depth, &extent);
}

// Iterations in which the subscript lies outside of 0..extent.
static isl_set *out_of_extent(const AccessSite *where, __isl_keep isl_pw_aff *subscript, __isl_keep isl_pw_aff *extent)
{
    isl_set *above = isl_pw_aff_ge_set(isl_pw_aff_copy(subscript), isl_pw_aff_copy(extent));
    isl_set *below = isl_set_complement(isl_pw_aff_nonneg_set(isl_pw_aff_copy(subscript)));
    return isl_set_intersect(isl_set_union(above, below), isl_set_copy(where->domain));
}

static bool never_outside(Analysis *analysis, const AccessSite *where, __isl_keep isl_pw_aff *subscript,
                          __isl_keep isl_pw_aff *extent)
{
    isl_set *bad = out_of_extent(where, subscript, extent);
    bad = isl_set_intersect_params(bad, isl_set_copy(analysis->context));
    bool never = isl_set_is_empty(bad) == isl_bool_true;
    isl_set_free(bad);
    return never;
}

// n*n - 1 - i*n - j is [n-i][-1-j] by its terms; one row of carry makes it [n-1-i][n-1-j].
static void carry(Analysis *analysis, const AccessSite *where, isl_pw_aff **dims, int d, __isl_keep isl_pw_aff *extent)
{
    for (int rows = -1; rows <= 1; rows += 2) {
        isl_pw_aff *shift = rows > 0 ? isl_pw_aff_copy(extent) : isl_pw_aff_neg(isl_pw_aff_copy(extent));
        isl_pw_aff *shifted = isl_pw_aff_add(isl_pw_aff_copy(dims[d]), shift);
        if (never_outside(analysis, where, shifted, extent)) {
            isl_pw_aff_free(dims[d]);
            dims[d] = shifted;
            dims[d - 1] = isl_pw_aff_add_constant_val(dims[d - 1], isl_val_int_from_si(analysis->ctx, -rows));
            return;
        }
        isl_pw_aff_free(shifted);
    }
}

static bool fits_shape(Analysis *analysis, const Shape *shape, const AccessSite *where, isl_pw_aff **dims)
{
    for (int d = shape->count - 1; d > 0; d--) {
        isl_pw_aff *extent = extent_aff(analysis, shape, loop_depth(where->loop), d);
        if (!never_outside(analysis, where, dims[d], extent))
            carry(analysis, where, dims, d, extent);
        bool fine = assume_empty(analysis, out_of_extent(where, dims[d], extent));
        isl_pw_aff_free(extent);
        if (!fine)
            return false;
    }
    return true;
}

// ---- results

static Expr *monomial_expr(Analysis *analysis, const Monomial *monomial)
{
    Expr *value = NULL;
    for (int i = 0; i < monomial->degree; i++) {
        Expr *factor = analysis->parameters.items[monomial->factors[i]]->value;
        value = value ? index_mul(analysis->arena, value, factor) : factor;
    }
    return value ? value : expr_index(analysis->arena, 1);
}

// A subscript over the iterators of the loops around it, as C.
static Expr *subscript_expr(Analysis *analysis, const AccessSite *where, __isl_keep isl_pw_aff *subscript)
{
    int depth = loop_depth(where->loop);
    isl_pw_aff *value = isl_pw_aff_copy(subscript);
    isl_set *known = isl_set_intersect_params(isl_set_copy(where->domain), isl_set_copy(analysis->context));
    int position = isl_pw_aff_dim(value, isl_dim_param), known_position = isl_set_dim(known, isl_dim_param);
    value = isl_pw_aff_move_dims(value, isl_dim_param, (unsigned)position, isl_dim_in, 0, (unsigned)depth);
    known = isl_set_move_dims(known, isl_dim_param, (unsigned)known_position, isl_dim_set, 0, (unsigned)depth);
    for (const LoopNode *loop = where->loop; loop; loop = loop->parent) {
        value = isl_pw_aff_set_dim_id(value, isl_dim_param, (unsigned)(position + loop->depth), isl_id_copy(loop->iterator.id));
        known = isl_set_set_dim_id(known, isl_dim_param, (unsigned)(known_position + loop->depth), isl_id_copy(loop->iterator.id));
    }
    return expr_from_aff(analysis, isl_pw_aff_project_domain_on_params(value), isl_set_params(known), false);
}

static void fill_access(Analysis *analysis, int index, const Shape *shape)
{
    Access *access = &analysis->facts->accesses.items[index];
    AccessSite *where = &analysis->sites.items[index];
    access->ndim = where->ndim;
    access->affine = true;
    for (int d = 0; d < where->ndim; d++) {
        Expr *source = !shape && d < access->array->ndim ? access->expr->operands[d] : NULL;
        if (!where->dims[d])
            access->affine = false;
        else
            access->dims[d] = source ? expr_cast(analysis->arena, type_scalar(TY_I64), source)
                                     : subscript_expr(analysis, where, where->dims[d]);
        if (where->dims[d] && !access->dims[d])
            access->affine = false;
        Monomial extent = {0};
        if (shape && d > 0 && d < shape->count && divide(&shape->strides[d - 1], &shape->strides[d], &extent))
            access->extents[d] = monomial_expr(analysis, &extent);
        else if (!shape && d < access->array->ndim)
            access->extents[d] = access->array->extent[d];
    }
    if (!access->affine)
        access->ndim = 0;
}

static void take_dimension(Analysis *analysis, AccessSite *where, __isl_take isl_pw_aff *subscript)
{
    if (where->ndim == MAX_DIMS) {
        isl_pw_aff_free(subscript);
        return;
    }
    where->dims[where->ndim++] = subscript ? own_aff(analysis, subscript) : NULL;
}

static void take_raw(Analysis *analysis, AccessSite *where, int from)
{
    for (int d = from; d < where->nraw; d++) {
        isl_pw_aff *value = where->raw[d] ? polynomial_affine(analysis, loop_depth(where->loop), where->raw[d]) : NULL;
        take_dimension(analysis, where, value);
    }
}

// A declared dimension: C forbids subscripts outside of it, so this only fails where isl can tell.
static void check_declared(Analysis *analysis, const Array *array, const AccessSite *where)
{
    Site outside = {.domain = where->domain, .loop = where->loop};
    for (int d = 1; d < array->ndim && where->exact; d++) {
        isl_pw_aff *extent = array->extent[d] ? affine_from_expr(analysis, &outside, array->extent[d]) : NULL;
        if (extent && where->dims[d])
            assume_empty(analysis, out_of_extent(where, where->dims[d], extent));
        isl_pw_aff_free(extent);
    }
}

static void see_flat(Analysis *analysis, const Shape *shape, int index)
{
    AccessSite *where = &analysis->sites.items[index];
    isl_pw_aff *dims[MAX_DIMS] = {0};
    bool fits = where->raw[0] != NULL;
    if (fits) {
        distribute_terms(analysis, shape, where->raw[0], loop_depth(where->loop), dims);
        fits = fits_shape(analysis, shape, where, dims);
    }
    for (int d = 0; d < shape->count; d++) {
        if (!fits)
            dims[d] = isl_pw_aff_free(dims[d]);
        take_dimension(analysis, where, dims[d]);
    }
    where->nelement = shape->count;
    take_raw(analysis, where, 1);
    fill_access(analysis, index, shape);
}

static void see_array(Analysis *analysis, const Array *array)
{
    Shape shape = {0};
    bool flat = array->ndim == 1 && find_shape(analysis, array, &shape) && shape.count > 1;
    FOR_EACH(i, &analysis->sites) {
        if (analysis->facts->accesses.items[i].array != array)
            continue;
        query_begin(analysis);
        AccessSite *where = &analysis->sites.items[i];
        const Access *access = &analysis->facts->accesses.items[i];
        analysis->assumption_loc = access->expr->loc.file ? access->expr->loc : access->stmt->loc;
        if (flat) {
            see_flat(analysis, &shape, i);
            continue;
        }
        take_raw(analysis, where, 0);
        where->nelement = array->ndim;
        check_declared(analysis, array, where);
        fill_access(analysis, i, NULL);
    }
}

static bool seen_before(const Analysis *analysis, int index)
{
    for (int i = 0; i < index; i++)
        if (analysis->facts->accesses.items[i].array == analysis->facts->accesses.items[index].array)
            return true;
    return false;
}

void delinearize(Analysis *analysis)
{
    FOR_EACH(i, &analysis->sites) {
        const Array *array = analysis->facts->accesses.items[i].array;
        if (array && !seen_before(analysis, i))
            see_array(analysis, array);
        if (!array)
            analysis->facts->accesses.items[i].affine = true;
    }
}
