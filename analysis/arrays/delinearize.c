// Delinearization: finds the dimensions in flat subscripts. A[i*n + j] is [i][j] of extents [?][n].
//
// The products of parameters that multiply iterators are the strides (shape.h). They must nest: each divides the one
// before. Then every term of a subscript belongs to the largest stride that divides it, and the subscript of each
// dimension but the first must lie in 0..extent. That is proved from the domain, or becomes a run-time assumption. All
// accesses of an array get the same extents; an access that does not fit may touch anything.
#include "analysis/arrays/assume.h"
#include "analysis/arrays/corners.h"
#include "analysis/arrays/delinearize.h"
#include "analysis/arrays/packed.h"
#include "analysis/arrays/shape.h"
#include "analysis/arrays/spread.h"
#include "analysis/depend/element_range.h"
#include "analysis/sets/affine.h"
#include "analysis/sets/asked.h"
#include "analysis/sets/expression.h"
#include "analysis/sets/factor.h"
#include "analysis/sets/monotone.h"
#include "analysis/sets/polynomial.h"

// ---- one access

isl_pw_aff *row_length_aff(Analysis *analysis, const Shape *shape, int depth, int d)
{
    Stride extent = {0};
    stride_divides(&shape->strides[d - 1], &shape->strides[d], &extent);
    isl_val *factor = isl_val_int_from_si(analysis->ctx, extent.factor);
    return isl_pw_aff_scale_val(affine_monomial(analysis, depth, &extent.monomial), factor);
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
    Asked question = {.domain = where->domain, .value = subscript, .extent = extent};
    const Asked *before = asked_before(analysis, &question);
    if (before)
        return before->never;
    isl_set *bad = out_of_extent(where, subscript, extent);
    bad = isl_set_intersect_params(bad, isl_set_copy(analysis->context));
    question.never = isl_set_is_empty(bad) == isl_bool_true;
    isl_set_free(bad);
    asked_now(analysis, question);
    return question.never;
}

typedef enum Proof { PROOF_ONLY, PROOF_OR_ASSUMPTION } Proof;

// n*n - 1 - i*n - j is [n-i][-1-j] by its terms; a carry of one row makes it [n-1-i][n-1-j].
static bool carry(Analysis *analysis, const AccessSite *where, isl_pw_aff **dims, int d, __isl_keep isl_pw_aff *extent,
                  Proof proof)
{
    for (int rows = -1; rows <= 1; rows += 2) {
        isl_pw_aff *shift = rows > 0 ? isl_pw_aff_copy(extent) : isl_pw_aff_neg(isl_pw_aff_copy(extent));
        isl_pw_aff *shifted = isl_pw_aff_add(isl_pw_aff_copy(dims[d]), shift);
        if (proof == PROOF_ONLY ? never_outside(analysis, where, shifted, extent)
                                : assume_empty(analysis, out_of_extent(where, shifted, extent), where->domain)) {
            isl_pw_aff_free(dims[d]);
            dims[d] = shifted;
            dims[d - 1] = isl_pw_aff_add_constant_val(dims[d - 1], isl_val_int_from_si(analysis->ctx, -rows));
            return true;
        }
        isl_pw_aff_free(shifted);
    }
    return false;
}

static isl_set *where_negative(const AccessSite *where, __isl_keep isl_pw_aff *extent)
{
    isl_set *negative = isl_set_complement(isl_pw_aff_nonneg_set(isl_pw_aff_copy(extent)));
    return isl_set_intersect(negative, isl_set_copy(where->domain));
}

static bool assume_in_row(Analysis *analysis, const Shape *shape, const AccessSite *where,
                          __isl_keep isl_pw_aff *subscript, __isl_keep isl_pw_aff *extent, int d)
{
    isl_set *outside = out_of_extent(where, subscript, extent);
    bool constant = shape->strides[d - 1].monomial.degree == 0;
    if (shape->first && !constant)
        return assume_empty_plainly(analysis, outside, where->domain);
    return constant ? assume_declared(analysis, outside, where->domain)
                    : assume_empty(analysis, outside, where->domain);
}

static bool fits_shape(Analysis *analysis, const Shape *shape, const AccessSite *where, isl_pw_aff **dims, Proof proof)
{
    for (int d = shape->count - 1; d > 0; d--) {
        isl_pw_aff *extent = row_length_aff(analysis, shape, loop_depth(where->loop), d);
        bool fits = never_outside(analysis, where, dims[d], extent) ||
                    (!shape->rigid && carry(analysis, where, dims, d, extent, PROOF_ONLY));
        if (!fits && proof == PROOF_OR_ASSUMPTION && shape->loose)
            fits = assume_empty(analysis, where_negative(where, extent), where->domain);
        else if (!fits && proof == PROOF_OR_ASSUMPTION)
            fits = assume_in_row(analysis, shape, where, dims[d], extent, d) ||
                   (shape->carries && carry(analysis, where, dims, d, extent, proof));
        isl_pw_aff_free(extent);
        if (!fits)
            return false;
    }
    return true;
}

static bool all_proven(Analysis *analysis, const Shape *shape, const Array *array)
{
    bool proven = true;
    FOR_EACH(i, &analysis->sites) {
        const AccessSite *where = &analysis->sites.items[i];
        const Polynomial *raw = flat_subscript(analysis, i, array);
        if (!raw || !proven)
            continue;
        query_begin(analysis);
        isl_pw_aff *dims[MAX_DIMS] = {0};
        shape_distribute(analysis, shape, raw, loop_depth(where->loop), dims);
        proven = fits_shape(analysis, shape, where, dims, PROOF_ONLY);
        for (int d = 0; d < shape->count; d++)
            isl_pw_aff_free(dims[d]);
    }
    return proven;
}

// ---- results

Expr *product_expr(Analysis *analysis, const Monomial *monomial, int64_t factor)
{
    Expr *value = factor == 1 ? NULL : expr_index(analysis->arena, factor);
    for (int i = 0; i < monomial->degree; i++) {
        Expr *factor = analysis->parameters.items[monomial->factors[i]]->value;
        value = value ? index_mul(analysis->arena, value, factor) : factor;
    }
    return value ? value : expr_index(analysis->arena, 1);
}

// The subscript in C, with what the view takes out of it. `flat`: the dimension that the shape divides.
static Expr *subscript_expr(Analysis *analysis, const AccessSite *where, const Shape *shape, int flat, int d)
{
    isl_pw_aff *subscript = isl_pw_aff_copy(where->dims[d]);
    if (shape && shape->first && d == flat + shape->count - 1)
        subscript = isl_pw_aff_add(subscript, shape_first_at(shape, loop_depth(where->loop)));
    Expr *value = expr_over_loops(analysis, where->loop, where->domain, subscript);
    isl_pw_aff_free(subscript);
    Expr *offset = shape && !shape->first && d == where->nelement - 1 ? where->offset : NULL;
    return value && offset ? index_add(analysis->arena, offset, value) : value;
}

static void fill_access(Analysis *analysis, int index, const Shape *shape)
{
    Access *access = &analysis->facts->accesses.items[index];
    AccessSite *where = &analysis->sites.items[index];
    int flat = flat_dimension(access->array), end = shape ? flat + shape->count : 0;
    access->ndim = where->ndim;
    access->affine = true;
    for (int d = 0; d < where->ndim; d++) {
        bool kept = shape ? d < flat : d < access->array->ndim;
        Expr *source = kept ? access->expr->operands[d] : NULL;
        if (source && expr_hides_value(source))
            source = NULL;
        if (!where->dims[d])
            access->affine = false;
        else
            access->dims[d] = source ? expr_cast(analysis->arena, type_scalar(TY_I64), source)
                                     : subscript_expr(analysis, where, shape, flat, d);
        if (where->dims[d] && !access->dims[d])
            access->affine = false;
        Stride extent = {0};
        if (shape && d > flat && d < end &&
            stride_divides(&shape->strides[d - flat - 1], &shape->strides[d - flat], &extent))
            access->extents[d] = product_expr(analysis, &extent.monomial, extent.factor);
        else if (shape && d >= end)
            access->extents[d] = access->array->extent[d - shape->count + 1];
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

static void take_raw(Analysis *analysis, AccessSite *where, int from, int end)
{
    for (int d = from; d < end; d++) {
        isl_pw_aff *value = where->raw[d] ? polynomial_affine(analysis, loop_depth(where->loop), where->raw[d]) : NULL;
        take_dimension(analysis, where, value);
    }
}

// Whether each run of the nest that comes to the access has an element that is outside.
static bool surely_leaves(Analysis *analysis, const AccessSite *where, __isl_keep isl_pw_aff *subscript,
                          __isl_keep isl_pw_aff *extent)
{
    isl_set *broken = isl_set_params(out_of_extent(where, subscript, extent));
    isl_set *runs =
        isl_set_params(isl_set_intersect_params(isl_set_copy(where->domain), isl_set_copy(analysis->context)));
    bool always = isl_set_is_empty(runs) == isl_bool_false && isl_set_is_subset(runs, broken) == isl_bool_true;
    isl_set_free(broken);
    isl_set_free(runs);
    return always;
}

// A declared dimension: C forbids subscripts outside of it. Programs do it nevertheless, through a pointer to a row
// that they take for the whole array: then the subscripts do not say which element it is.
static void check_declared(Analysis *analysis, const Array *array, AccessSite *where)
{
    Site outside = {.domain = where->domain, .loop = where->loop};
    bool leaves = false;
    analysis->sure = true;
    for (int d = 1; d < array->ndim && where->exact; d++) {
        isl_pw_aff *extent = array->extent[d] ? affine_from_expr(analysis, &outside, array->extent[d]) : NULL;
        isl_pw_aff *subscript = where->dims[where->nelement - array->ndim + d];
        if (extent && subscript && !assume_declared(analysis, out_of_extent(where, subscript, extent), where->domain))
            leaves = leaves || surely_leaves(analysis, where, subscript, extent);
        isl_pw_aff_free(extent);
    }
    for (int d = 0; leaves && d < where->ndim; d++)
        where->dims[d] = NULL;
    analysis->sure = false;
}

static Expr *offset_expr(Analysis *analysis, const Shape *shape)
{
    Expr *sum = NULL;
    for (int t = 0; shape->offset && t < shape->offset->count; t++) {
        const Term *term = &shape->offset->terms[t];
        Expr *value = product_expr(analysis, &term->monomial, term_constant(term));
        sum = sum ? index_add(analysis->arena, sum, value) : value;
    }
    return sum;
}

void delinearize_take(Analysis *analysis, const Shape *shape, int index, isl_pw_aff **dims)
{
    const Access *access = &analysis->facts->accesses.items[index];
    AccessSite *where = &analysis->sites.items[index];
    int flat = flat_dimension(access->array);
    where->ndim = 0;
    take_raw(analysis, where, 0, flat);
    for (int d = 0; d < shape->count; d++)
        take_dimension(analysis, where, dims[d]);
    where->nelement = shape->count + access->array->ndim - 1;
    where->offset = shape->first ? shape->first_value : offset_expr(analysis, shape);
    take_raw(analysis, where, flat + 1, where->nraw);
    check_declared(analysis, access->array, where);
    fill_access(analysis, index, shape);
}

// false: it does not fit, and may touch anything.
static bool see_flat(Analysis *analysis, const Shape *shape, int index)
{
    AccessSite *where = &analysis->sites.items[index];
    isl_pw_aff *dims[MAX_DIMS] = {0};
    const Polynomial *raw = where->raw[flat_dimension(analysis->facts->accesses.items[index].array)];
    bool fits = raw != NULL;
    if (fits) {
        shape_distribute(analysis, shape, raw, loop_depth(where->loop), dims);
        fits = fits_shape(analysis, shape, where, dims, PROOF_OR_ASSUMPTION);
    }
    for (int d = 0; d < shape->count && !fits; d++)
        dims[d] = isl_pw_aff_free(dims[d]);
    delinearize_take(analysis, shape, index, dims);
    return fits || !raw;
}

bool delinearize_fits(Analysis *analysis, const Shape *shape, int index, isl_pw_aff **dims)
{
    return fits_shape(analysis, shape, &analysis->sites.items[index], dims, PROOF_OR_ASSUMPTION);
}

static bool see_all_flat(Analysis *analysis, const Shape *shape, const Array *array)
{
    bool all = true;
    FOR_EACH(i, &analysis->sites) {
        const Access *access = &analysis->facts->accesses.items[i];
        if (access->array != array)
            continue;
        query_begin(analysis);
        analysis->assumption_loc = access->expr->loc.file ? access->expr->loc : access->stmt->loc;
        all = see_flat(analysis, shape, i) && all;
    }
    return all;
}

// An array that is only read has no dependences, so its subscripts need not stay within a row. But then the first and
// the last element must be corners of what is touched; otherwise they could not be computed.
static bool see_loosely(Analysis *analysis, Shape *shape, const Array *array)
{
    if (array_is_written(analysis, array, true))
        return false;
    Attempt attempt = begin_attempt(analysis);
    shape->loose = true;
    see_all_flat(analysis, shape, array);
    shape->loose = corners_are_touched(analysis, array);
    end_attempt(analysis, &attempt, !shape->loose);
    return shape->loose;
}

static bool see_in_rows(Analysis *analysis, Shape *shape, const Array *array)
{
    return see_loosely(analysis, shape, array) || see_all_flat(analysis, shape, array);
}

static void see_declared(Analysis *analysis, const Array *array)
{
    FOR_EACH(i, &analysis->sites) {
        const Access *access = &analysis->facts->accesses.items[i];
        if (access->array != array)
            continue;
        query_begin(analysis);
        AccessSite *where = &analysis->sites.items[i];
        analysis->assumption_loc = access->expr->loc.file ? access->expr->loc : access->stmt->loc;
        take_raw(analysis, where, 0, where->nraw);
        where->offset = NULL;
        where->nelement = array->ndim;
        check_declared(analysis, array, where);
        fill_access(analysis, i, NULL);
    }
}

// The first and last touched elements of accesses that are not affine, to arrays that are only read. false: some are
// not known.
static bool find_reach(Analysis *analysis, const Array *array)
{
    bool known = array->ndim == 1 && !array_is_written(analysis, array, true);
    FOR_EACH(i, &analysis->sites) {
        AccessSite *where = &analysis->sites.items[i];
        const Expr *expr = analysis->facts->accesses.items[i].expr;
        if (!known || analysis->facts->accesses.items[i].array != array || where->reach ||
            (where->ndim && where->dims[0]))
            continue;
        query_begin(analysis);
        Site site = {.loop = where->loop, .domain = where->domain};
        analysis->assumption_loc = expr->loc;
        isl_set *reach = expr->npath ? NULL : monotone_range(analysis, &site, expr->operands[0]);
        where->reach = reach ? own_set(analysis, reach) : NULL;
        known = where->reach != NULL;
    }
    return known;
}

static void see_apart(Analysis *analysis, const Array *array)
{
    see_declared(analysis, array);
    find_reach(analysis, array);
}

static bool try_rows(Analysis *analysis, Shape *shape, const Array *array)
{
    Attempt attempt = begin_attempt(analysis);
    bool fits = see_in_rows(analysis, shape, array);
    end_attempt(analysis, &attempt, !fits);
    return fits;
}

// false: it does not, and nothing is assumed.
static bool fits_in_rows(Analysis *analysis, Shape *shape, const Array *array)
{
    bool fits = try_rows(analysis, shape, array);
    if (!fits && shape->offset) { // m + i*n - 1 - j: m is the end of a row, not the beginning of the array
        shape->offset = NULL;
        fits = try_rows(analysis, shape, array);
    }
    shape->carries = !fits;
    fits = fits || try_rows(analysis, shape, array);
    shape->carries = false;
    shape->offset = NULL;
    return fits;
}

// How many assumptions of this view a call may break. It is taken back if there are any. -1: it does not fit.
static int doubts_of_rows(Analysis *analysis, const Shape *shape, const Array *array)
{
    Shape rows = *shape;
    Attempt attempt = begin_attempt(analysis);
    bool fits = fits_in_rows(analysis, &rows, array);
    int doubts = count_doubts(analysis, &attempt);
    end_attempt(analysis, &attempt, fits && doubts);
    return fits ? doubts : -1;
}

// Rows of one length, from 0 or from their first touched element (in columns of Fortran, 1); or dimensions with strides
// of their own; whichever fewer calls break. If an offset was taken out, one access may be seen in another row than its
// neighbour.
static bool fits_somehow(Analysis *analysis, const Shape *shape, const Array *array)
{
    Shape rows = *shape, begun = *shape;
    int doubts = doubts_of_rows(analysis, &rows, array);
    if (doubts == 0)
        return true;
    begun.offset = NULL;
    int begun_doubts = shape_find_first(analysis, &begun, array) ? doubts_of_rows(analysis, &begun, array) : -1;
    if (begun_doubts == 0)
        return true;
    if (begun_doubts > 0 && (doubts < 0 || begun_doubts <= doubts)) {
        rows = begun;
        doubts = begun_doubts;
    }
    bool fits = doubts > 0, moved = rows.offset && array_is_written(analysis, array, true);
    Attempt attempt = begin_attempt(analysis);
    bool spreads = spread_find(analysis, array);
    bool better = spreads && (!fits || count_doubts(analysis, &attempt) < doubts + moved);
    end_attempt(analysis, &attempt, spreads && !better);
    if (better)
        return true;
    if (spreads)
        spread_forget(analysis, array);
    return fits ? fits_in_rows(analysis, &rows, array) : spread_find_views(analysis, array);
}

static bool is_step(const Shape *shape, int parameter)
{
    bool found = false;
    for (int d = 0; d < shape->count; d++)
        for (int f = 0; f < shape->strides[d].monomial.degree; f++)
            found = found || shape->strides[d].monomial.factors[f] == parameter;
    return found;
}

// A flat subscript whose parts without iterators are multiples of the strides as well, or NULL.
static Polynomial *factor_rows(Analysis *analysis, const Shape *shape, const AccessSite *where, Polynomial *raw)
{
    Site site = {.loop = where->loop, .domain = where->domain};
    Polynomial *result = NULL;
    for (int p = 0, count = analysis->parameters.count; p < count; p++) {
        Polynomial *factored =
            is_step(shape, p) ? factor_by_parameter(analysis, &site, result ? result : raw, p) : NULL;
        if (factored && result)
            polynomial_free(result);
        result = factored ? factored : result;
    }
    return result;
}

// x[(n + 1) * (n + 2) + i] beside x[i * (n + 2)] is row n + 1 if that is proved to keep all subscripts within rows.
static bool factors_into_rows(Analysis *analysis, Shape *shape, const Array *array)
{
    Polynomial **before = arena_alloc(analysis->arena, sizeof(Polynomial *) * (size_t)analysis->sites.count);
    bool changed = false;
    int flat = flat_dimension(array);
    FOR_EACH(i, &analysis->sites) {
        AccessSite *where = &analysis->sites.items[i];
        Polynomial *raw = where->raw[flat];
        query_begin(analysis);
        Polynomial *factored = flat_subscript(analysis, i, array) ? factor_rows(analysis, shape, where, raw) : NULL;
        before[i] = factored ? raw : NULL;
        where->raw[flat] = factored ? factored : raw;
        changed = changed || factored;
    }
    Shape found = {0};
    bool proven = changed && shape_find(analysis, array, &found) && all_proven(analysis, &found, array);
    FOR_EACH(i, &analysis->sites) {
        AccessSite *where = &analysis->sites.items[i];
        if (!before[i])
            continue;
        polynomial_free(proven ? before[i] : where->raw[flat]);
        where->raw[flat] = proven ? where->raw[flat] : before[i];
    }
    *shape = proven ? found : *shape;
    return proven;
}

// u[i*n*n + (n - 1)*n + k] is [i][n - 1][k] if every ordinary call keeps all subscripts within rows so.
static bool see_fixed_rows(Analysis *analysis, const Shape *shape, const Array *array)
{
    Shape fixed = *shape;
    if (!array_is_written(analysis, array, true) || !shape_find_fixed_rows(analysis, array, &fixed))
        return false;
    Attempt attempt = begin_attempt(analysis);
    bool fits = fits_in_rows(analysis, &fixed, array) && !count_doubts(analysis, &attempt);
    end_attempt(analysis, &attempt, !fits);
    return fits;
}

static bool has_constant_strides(const Shape *shape)
{
    bool constant = true;
    for (int d = 0; d < shape->count; d++)
        constant = constant && shape->strides[d].monomial.degree == 0;
    return constant;
}

static void see_shaped(Analysis *analysis, Shape *shape, const Array *array)
{
    if (see_fixed_rows(analysis, shape, array))
        return;
    bool proven = all_proven(analysis, shape, array) || factors_into_rows(analysis, shape, array);
    bool rows = array->held == HOST_ROWS;
    if (!proven && array->ndim > 1 && array->extent[0] && !rows) { // all of it is known anyway
        see_declared(analysis, array);
        return;
    }
    if (!proven && (array->ndim == 1 || rows)) {
        shape->offset = shape_find_offset(analysis, shape, array);
        proven = shape->offset && all_proven(analysis, shape, array);
    }
    if (proven) {
        see_all_flat(analysis, shape, array);
        return;
    }
    if (fits_somehow(analysis, shape, array))
        return;
    spread_forget(analysis, array);                                         // what was seen is not so
    if (rows || has_constant_strides(shape) || find_reach(analysis, array)) // the flat subscripts are affine
        see_declared(analysis, array);
    else
        see_in_rows(analysis, shape, array);
}

// Rows and columns of a triangle: only if no other view finds what is touched, or what conflicts.
static bool see_packed(Analysis *analysis, const Array *array)
{
    bool asks = array_is_written(analysis, array, true);
    FOR_EACH(i, &analysis->sites)
        asks = asks || (analysis->facts->accesses.items[i].array == array && !analysis->sites.items[i].reach);
    if (array->ndim != 1 || array->space != SPACE_GLOBAL || !asks || !packed_find(analysis, array))
        return false;
    FOR_EACH(i, &analysis->sites)
        if (analysis->facts->accesses.items[i].array == array)
            take_raw(analysis, &analysis->sites.items[i], 1, analysis->sites.items[i].nraw);
    return true;
}

// An access that is not affine has a range of its own, so the array is only seen as a row of elements.
static bool has_reach(const Analysis *analysis, const Array *array)
{
    FOR_EACH(i, &analysis->sites)
        if (analysis->facts->accesses.items[i].array == array && analysis->sites.items[i].reach)
            return true;
    return false;
}

static void see_array(Analysis *analysis, const Array *array)
{
    Shape shape = {0};
    if (see_packed(analysis, array) || element_range_see(analysis, array))
        return;
    if (has_reach(analysis, array) && find_reach(analysis, array)) {
        see_declared(analysis, array);
        return;
    }
    if (shape_find(analysis, array, &shape))
        see_shaped(analysis, &shape, array);
    else if (shape.count < 2 || (!spread_find(analysis, array) && !spread_find_views(analysis, array)))
        see_apart(analysis, array);
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
