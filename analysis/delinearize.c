// Sees the dimensions in flat subscripts: A[i*n + j] is [i][j] of extents [?][n].
//
// The products of parameters that multiply iterators are the strides. They must nest (each divides the one before);
// then every term of a subscript belongs to the largest stride that divides it, and the subscript of each dimension
// but the first must lie in 0..extent. That is proved from the domain, or becomes a run-time assumption. All accesses
// of an array are seen with the same extents; an access that does not fit may touch anything.
#include "analysis/internal.h"

typedef struct Stride {
    int64_t factor;
    Monomial monomial;
} Stride;

typedef struct Shape {
    int count;                // dimensions
    Stride strides[MAX_DIMS]; // of dimension d, in elements, largest first; the last is 1
    Polynomial *offset;       // what all accesses add: base + i*n + j. NULL: nothing is taken out
    bool loose;               // the array is only read: subscripts may pass the end of a row
} Shape;

// ---- products of parameters

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

static bool stride_divides(const Stride *dividend, const Stride *divisor, Stride *quotient)
{
    quotient->factor = dividend->factor / divisor->factor;
    return dividend->factor % divisor->factor == 0 && divide(&dividend->monomial, &divisor->monomial, &quotient->monomial);
}

// ---- strides

static int64_t greatest_common_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

// The greatest common divisor of a coefficient's integers, of its iterators' alone or with its constant; 1 where it
// is not affine.
static int64_t content(__isl_keep isl_pw_aff *coefficient, bool with_constant)
{
    if (isl_pw_aff_isa_aff(coefficient) != isl_bool_true)
        return 1;
    isl_aff *aff = isl_pw_aff_as_aff(isl_pw_aff_copy(coefficient));
    int dims = isl_aff_dim(aff, isl_dim_in);
    int64_t divisor = isl_aff_dim(aff, isl_dim_div) > 0 ? 1 : 0;
    for (int d = with_constant ? -1 : 0; d < dims; d++) {
        isl_val *value = d < 0 ? isl_aff_get_constant_val(aff) : isl_aff_get_coefficient_val(aff, isl_dim_in, d);
        bool integer = isl_val_is_int(value) == isl_bool_true;
        divisor = greatest_common_divisor(divisor, integer ? isl_val_get_num_si(value) : 1);
        isl_val_free(value);
    }
    isl_aff_free(aff);
    return divisor ? divisor : 1;
}

static bool is_larger(const Stride *left, const Stride *right)
{
    return left->monomial.degree != right->monomial.degree ? left->monomial.degree > right->monomial.degree
                                                           : left->factor > right->factor;
}

static bool insert_stride(Shape *shape, const Stride *stride)
{
    int place = 0;
    while (place < shape->count && is_larger(&shape->strides[place], stride))
        place++;
    if (shape->count == MAX_DIMS)
        return false;
    for (int i = shape->count++; i > place; i--)
        shape->strides[i] = shape->strides[i - 1];
    shape->strides[place] = *stride;
    return true;
}

// All multiples of one product of parameters make one stride.
static bool add_product(Shape *shape, const Monomial *monomial, int64_t factor)
{
    for (int d = 0; d < shape->count; d++)
        if (same(&shape->strides[d].monomial, monomial)) {
            shape->strides[d].factor = greatest_common_divisor(shape->strides[d].factor, factor);
            return true;
        }
    return insert_stride(shape, &(Stride){factor, *monomial});
}

static bool strides_nest(const Shape *shape)
{
    Stride rest;
    for (int d = 0; d + 1 < shape->count; d++)
        if (!stride_divides(&shape->strides[d], &shape->strides[d + 1], &rest))
            return false;
    return true;
}

// A[(i*a + 3*j)*n + k]: rows are n long, not 3*n, or a*n would be no multiple of them.
static void refine(Shape *shape)
{
    for (int d = 1; d < shape->count; d++)
        shape->strides[d].factor = greatest_common_divisor(shape->strides[d].factor, shape->strides[d - 1].factor);
}

static const Polynomial *flat_subscript(const Analysis *analysis, int index, const Array *array)
{
    return analysis->facts->accesses.items[index].array == array ? analysis->sites.items[index].raw[0] : NULL;
}

static bool find_products(const Analysis *analysis, const Array *array, Shape *shape)
{
    static const Monomial one;
    bool fine = insert_stride(shape, &(Stride){1, one});
    for (int constants = 0; constants < 2; constants++)
        FOR_EACH(i, &analysis->sites) {
            const Polynomial *raw = flat_subscript(analysis, i, array);
            for (int t = 0; raw && t < raw->count; t++) {
                const Term *term = &raw->terms[t];
                bool known = false; // a constant multiple only refines a stride that iterators have
                for (int d = 0; d < shape->count; d++)
                    known = known || same(&shape->strides[d].monomial, &term->monomial);
                if (is_constant_aff(term->coefficient) == (constants == 1) && (constants == 0 || known))
                    fine = fine && add_product(shape, &term->monomial, content(term->coefficient, true));
            }
        }
    refine(shape);
    return fine && strides_nest(shape);
}

// A[(i*n + j)*4 + 3]: no iterator moves by less than 4, so that the rest is a row of its own.
static void find_records(const Analysis *analysis, const Array *array, Shape *shape)
{
    Stride record = {0, {0}};
    FOR_EACH(i, &analysis->sites) {
        const Polynomial *raw = flat_subscript(analysis, i, array);
        for (int t = 0; raw && t < raw->count; t++)
            if (raw->terms[t].monomial.degree == 0 && !is_constant_aff(raw->terms[t].coefficient))
                record.factor = greatest_common_divisor(record.factor, content(raw->terms[t].coefficient, false));
    }
    Shape with = *shape;
    if (record.factor > 1 && insert_stride(&with, &record) && strides_nest(&with))
        *shape = with;
}

enum { SMALLEST_CONSTANT_ROW = 16 };

// A[i*100 + j]: each constant that multiplies an iterator is a stride, where they nest.
static bool find_constants(const Analysis *analysis, const Array *array, Shape *shape)
{
    FOR_EACH(i, &analysis->sites) {
        const Polynomial *raw = flat_subscript(analysis, i, array);
        for (int t = 0; raw && t < raw->count; t++) {
            if (raw->terms[t].monomial.degree || isl_pw_aff_isa_aff(raw->terms[t].coefficient) != isl_bool_true)
                continue;
            isl_aff *aff = isl_pw_aff_as_aff(isl_pw_aff_copy(raw->terms[t].coefficient));
            for (int d = 0; d < isl_aff_dim(aff, isl_dim_in); d++) {
                isl_val *value = isl_val_abs(isl_aff_get_coefficient_val(aff, isl_dim_in, d));
                Stride stride = {isl_val_is_int(value) == isl_bool_true ? isl_val_get_num_si(value) : 0, {0}};
                isl_val_free(value);
                bool known = stride.factor < SMALLEST_CONSTANT_ROW;
                for (int k = 0; k < shape->count; k++)
                    known = known || shape->strides[k].factor == stride.factor;
                if (!known && !insert_stride(shape, &stride))
                    shape->count = 0;
            }
            isl_aff_free(aff);
        }
    }
    return shape->count > 1 && strides_nest(shape);
}

static bool is_written(const Analysis *analysis, const Array *array, bool updates_too)
{
    FOR_EACH(i, &analysis->facts->accesses) {
        const Access *access = &analysis->facts->accesses.items[i];
        bool update = access->stmt->kind == ST_ASSIGN && access->stmt->op != OP_NONE;
        if (access->array == array && access->is_write && (updates_too || !update))
            return true;
    }
    return false;
}

static bool find_shape(const Analysis *analysis, const Array *array, Shape *shape)
{
    if (!array->ndim || array->held == HOST_ROWS || !find_products(analysis, array, shape))
        return false;
    if (array->ndim > 1)
        return shape->count > 1 && shape->count + array->ndim - 1 <= MAX_DIMS; // (*x)[4] and x[i*n + j][d]
    find_records(analysis, array, shape);
    if (shape->count == 1 && is_written(analysis, array, false))
        find_constants(analysis, array, shape);
    return shape->count > 1 && strides_nest(shape);
}

// ---- one access

// Moves the multiples of `factor` out of an affine coefficient; returns them divided by it.
static isl_pw_aff *take_multiples(isl_pw_aff **coefficient, int64_t factor)
{
    isl_pw_aff *whole = *coefficient;
    if (factor == 1 || isl_pw_aff_isa_aff(whole) != isl_bool_true) {
        isl_pw_aff *none = isl_pw_aff_sub(isl_pw_aff_copy(whole), isl_pw_aff_copy(whole));
        *coefficient = factor == 1 ? none : whole;
        return factor == 1 ? whole : none;
    }
    isl_aff *rest = isl_pw_aff_as_aff(whole);
    isl_aff *taken = isl_aff_zero_on_domain(isl_aff_get_domain_local_space(rest));
    for (int d = 0; d < isl_aff_dim(rest, isl_dim_in); d++) {
        isl_val *value = isl_aff_get_coefficient_val(rest, isl_dim_in, d);
        int64_t number = isl_val_is_int(value) == isl_bool_true ? isl_val_get_num_si(value) : 1;
        isl_val_free(value);
        if (number % factor)
            continue;
        isl_val *share = isl_val_int_from_si(isl_aff_get_ctx(rest), number / factor);
        taken = isl_aff_set_coefficient_val(taken, isl_dim_in, d, share);
        rest = isl_aff_set_coefficient_si(rest, isl_dim_in, d, 0);
    }
    isl_val *value = isl_aff_get_constant_val(rest);
    int64_t number = isl_val_is_int(value) == isl_bool_true ? isl_val_get_num_si(value) : 0;
    isl_ctx *ctx = isl_val_get_ctx(value);
    isl_val_free(value);
    taken = isl_aff_add_constant_val(taken, isl_val_int_from_si(ctx, number / factor));
    rest = isl_aff_add_constant_val(rest, isl_val_int_from_si(ctx, -(number / factor * factor)));
    *coefficient = isl_pw_aff_from_aff(rest);
    return isl_pw_aff_from_aff(taken);
}

static bool in_offset(const Shape *shape, const Term *term)
{
    for (int t = 0; shape->offset && t < shape->offset->count; t++)
        if (same(&shape->offset->terms[t].monomial, &term->monomial))
            return true;
    return false;
}

// The sum of the terms that belong to each dimension.
static void distribute_terms(Analysis *analysis, const Shape *shape, const Polynomial *raw, int depth, isl_pw_aff **dims)
{
    for (int d = 0; d < shape->count; d++)
        dims[d] = affine_constant(analysis, depth, 0);
    for (int t = 0; t < raw->count; t++) {
        if (in_offset(shape, &raw->terms[t]))
            continue;
        isl_pw_aff *left = isl_pw_aff_copy(raw->terms[t].coefficient);
        for (int d = 0; d < shape->count; d++) {
            Monomial rest = {0};
            if (!divide(&raw->terms[t].monomial, &shape->strides[d].monomial, &rest))
                continue;
            isl_pw_aff *part = take_multiples(&left, shape->strides[d].factor);
            dims[d] = isl_pw_aff_add(dims[d], isl_pw_aff_mul(affine_monomial(analysis, depth, &rest), part));
        }
        isl_pw_aff_free(left);
    }
}

// Constant terms that no stride but 1 divides. They are an offset where all accesses have the same.
static bool is_offset_term(const Shape *shape, const Term *term)
{
    Monomial rest;
    if (term->monomial.degree == 0 || !is_constant_aff(term->coefficient))
        return false;
    for (int d = 0; d + 1 < shape->count; d++)
        if (divide(&term->monomial, &shape->strides[d].monomial, &rest))
            return false;
    return true;
}

static int64_t constant_of(const Term *term)
{
    isl_aff *aff = isl_pw_aff_isa_aff(term->coefficient) == isl_bool_true ? isl_pw_aff_as_aff(isl_pw_aff_copy(term->coefficient)) : NULL;
    isl_val *value = isl_aff_get_constant_val(aff);
    int64_t number = value && isl_val_is_int(value) == isl_bool_true ? isl_val_get_num_si(value) : 0;
    isl_val_free(value);
    isl_aff_free(aff);
    return number;
}

static bool has_offset(const Shape *shape, const Polynomial *raw, const Polynomial *offset)
{
    int matched = 0, all = 0;
    for (int t = 0; t < raw->count; t++) {
        if (!is_offset_term(shape, &raw->terms[t]))
            continue;
        all++;
        for (int o = 0; o < offset->count; o++)
            if (same(&offset->terms[o].monomial, &raw->terms[t].monomial) &&
                constant_of(&offset->terms[o]) == constant_of(&raw->terms[t]))
                matched++;
    }
    return matched == all && all == offset->count;
}

static Polynomial *find_offset(Analysis *analysis, const Shape *shape, const Array *array)
{
    Polynomial *offset = NULL;
    FOR_EACH(i, &analysis->sites) {
        const Polynomial *raw = flat_subscript(analysis, i, array);
        if (!raw)
            continue;
        if (!offset) {
            offset = ARENA_NEW(analysis->arena, Polynomial); // shares the coefficients of the first access
            for (int t = 0; t < raw->count; t++)
                if (is_offset_term(shape, &raw->terms[t]) && constant_of(&raw->terms[t]))
                    offset->terms[offset->count++] = raw->terms[t];
        }
        if (!offset->count || !has_offset(shape, raw, offset))
            return NULL;
    }
    return offset;
}

static isl_pw_aff *extent_aff(Analysis *analysis, const Shape *shape, int depth, int d)
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
    isl_set *bad = out_of_extent(where, subscript, extent);
    bad = isl_set_intersect_params(bad, isl_set_copy(analysis->context));
    bool never = isl_set_is_empty(bad) == isl_bool_true;
    isl_set_free(bad);
    return never;
}

// n*n - 1 - i*n - j is [n-i][-1-j] by its terms; one row of carry makes it [n-1-i][n-1-j].
static bool carry(Analysis *analysis, const AccessSite *where, isl_pw_aff **dims, int d, __isl_keep isl_pw_aff *extent)
{
    for (int rows = -1; rows <= 1; rows += 2) {
        isl_pw_aff *shift = rows > 0 ? isl_pw_aff_copy(extent) : isl_pw_aff_neg(isl_pw_aff_copy(extent));
        isl_pw_aff *shifted = isl_pw_aff_add(isl_pw_aff_copy(dims[d]), shift);
        if (never_outside(analysis, where, shifted, extent)) {
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

typedef enum Proof { PROOF_ONLY, PROOF_OR_ASSUMPTION } Proof;

static bool fits_shape(Analysis *analysis, const Shape *shape, const AccessSite *where, isl_pw_aff **dims, Proof proof)
{
    for (int d = shape->count - 1; d > 0; d--) {
        isl_pw_aff *extent = extent_aff(analysis, shape, loop_depth(where->loop), d);
        bool fits = never_outside(analysis, where, dims[d], extent) || carry(analysis, where, dims, d, extent);
        if (!fits && proof == PROOF_OR_ASSUMPTION)
            fits = assume_empty(analysis, shape->loose ? where_negative(where, extent)
                                                       : out_of_extent(where, dims[d], extent),
                                where->domain);
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
        distribute_terms(analysis, shape, raw, loop_depth(where->loop), dims);
        proven = fits_shape(analysis, shape, where, dims, PROOF_ONLY);
        for (int d = 0; d < shape->count; d++)
            isl_pw_aff_free(dims[d]);
    }
    return proven;
}

// ---- results

static Expr *monomial_expr(Analysis *analysis, const Monomial *monomial, int64_t factor)
{
    Expr *value = factor == 1 ? NULL : expr_index(analysis->arena, factor);
    for (int i = 0; i < monomial->degree; i++) {
        Expr *factor = analysis->parameters.items[monomial->factors[i]]->value;
        value = value ? index_mul(analysis->arena, value, factor) : factor;
    }
    return value ? value : expr_index(analysis->arena, 1);
}

static void fill_access(Analysis *analysis, int index, const Shape *shape)
{
    Access *access = &analysis->facts->accesses.items[index];
    AccessSite *where = &analysis->sites.items[index];
    access->ndim = where->ndim;
    access->affine = true;
    for (int d = 0; d < where->ndim; d++) {
        Expr *source = !shape && d < access->array->ndim ? access->expr->operands[d] : NULL;
        if (source && expr_hides_value(source))
            source = NULL;
        if (!where->dims[d])
            access->affine = false;
        else
            access->dims[d] = source ? expr_cast(analysis->arena, type_scalar(TY_I64), source)
                                     : expr_over_loops(analysis, where->loop, where->domain, where->dims[d]);
        if (where->dims[d] && !access->dims[d])
            access->affine = false;
        else if (where->offset && d == where->nelement - 1 && access->dims[d])
            access->dims[d] = index_add(analysis->arena, where->offset, access->dims[d]);
        Stride extent = {0};
        if (shape && d > 0 && d < shape->count && stride_divides(&shape->strides[d - 1], &shape->strides[d], &extent))
            access->extents[d] = monomial_expr(analysis, &extent.monomial, extent.factor);
        else if (shape && d >= shape->count)
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
        isl_pw_aff *subscript = where->dims[where->nelement - array->ndim + d];
        if (extent && subscript)
            assume_empty(analysis, out_of_extent(where, subscript, extent), where->domain);
        isl_pw_aff_free(extent);
    }
}

static Expr *offset_expr(Analysis *analysis, const Shape *shape)
{
    Expr *sum = NULL;
    for (int t = 0; shape->offset && t < shape->offset->count; t++) {
        const Term *term = &shape->offset->terms[t];
        Expr *value = monomial_expr(analysis, &term->monomial, constant_of(term));
        sum = sum ? index_add(analysis->arena, sum, value) : value;
    }
    return sum;
}

// false: it does not fit, and may touch anything.
static bool see_flat(Analysis *analysis, const Shape *shape, int index)
{
    const Access *access = &analysis->facts->accesses.items[index];
    AccessSite *where = &analysis->sites.items[index];
    isl_pw_aff *dims[MAX_DIMS] = {0};
    bool fits = where->raw[0] != NULL;
    if (fits) {
        distribute_terms(analysis, shape, where->raw[0], loop_depth(where->loop), dims);
        fits = fits_shape(analysis, shape, where, dims, PROOF_OR_ASSUMPTION);
    }
    where->ndim = 0;
    for (int d = 0; d < shape->count; d++) {
        if (!fits)
            dims[d] = isl_pw_aff_free(dims[d]);
        take_dimension(analysis, where, dims[d]);
    }
    where->nelement = shape->count + access->array->ndim - 1;
    where->offset = offset_expr(analysis, shape);
    take_raw(analysis, where, 1);
    check_declared(analysis, access->array, where);
    fill_access(analysis, index, shape);
    return fits || !where->raw[0];
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

// What a way to see the array assumed, so that it can be taken back for another one.
typedef struct Attempt {
    int assumptions;
    isl_set *context;
} Attempt;

static Attempt begin_attempt(Analysis *analysis)
{
    return (Attempt){analysis->facts->assumptions.count, isl_set_copy(analysis->context)};
}

static void end_attempt(Analysis *analysis, Attempt *attempt, bool take_back)
{
    if (take_back) {
        analysis->facts->assumptions.count = attempt->assumptions;
        isl_set_free(analysis->context);
        analysis->context = attempt->context;
    } else {
        isl_set_free(attempt->context);
    }
}

// An array that is only read has no dependences: its subscripts need not stay within a row. But then the first and
// the last element must be corners of what is touched, or they could not be told.
static bool see_loosely(Analysis *analysis, Shape *shape, const Array *array)
{
    if (is_written(analysis, array, true))
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
        take_raw(analysis, where, 0);
        where->nelement = array->ndim;
        check_declared(analysis, array, where);
        fill_access(analysis, i, NULL);
    }
}

static void see_shaped(Analysis *analysis, Shape *shape, const Array *array)
{
    bool proven = all_proven(analysis, shape, array);
    if (!proven && array->ndim > 1 && array->extent[0]) { // all of it is known anyway
        see_declared(analysis, array);
        return;
    }
    if (!proven && array->ndim == 1) {
        shape->offset = find_offset(analysis, shape, array);
        proven = shape->offset && all_proven(analysis, shape, array);
    }
    if (proven) {
        see_all_flat(analysis, shape, array);
        return;
    }
    Attempt attempt = begin_attempt(analysis);
    bool fits = see_in_rows(analysis, shape, array);
    bool again = !fits && shape->offset; // m + i*n - 1 - j: m is the end of a row rather than where the array begins
    end_attempt(analysis, &attempt, again);
    shape->offset = NULL;
    if (again)
        see_in_rows(analysis, shape, array);
}

static void see_array(Analysis *analysis, const Array *array)
{
    Shape shape = {0};
    if (find_shape(analysis, array, &shape))
        see_shaped(analysis, &shape, array);
    else
        see_declared(analysis, array);
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
