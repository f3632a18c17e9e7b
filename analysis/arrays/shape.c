#include "analysis/arrays/shape.h"
#include "analysis/arrays/corners.h"
#include "analysis/sets/coalesce.h"
#include "analysis/sets/expression.h"
#include "analysis/sets/polynomial.h"
#include "ir/fold.h"

// ---- products of parameters

// quotient = dividend / divisor, where it divides.
static bool monomial_divide(const Monomial *dividend, const Monomial *divisor, Monomial *quotient)
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

bool monomials_equal(const Monomial *left, const Monomial *right)
{
    Monomial rest;
    return left->degree == right->degree && monomial_divide(left, right, &rest);
}

bool stride_divides(const Stride *dividend, const Stride *divisor, Stride *quotient)
{
    quotient->factor = dividend->factor / divisor->factor;
    return dividend->factor % divisor->factor == 0 &&
           monomial_divide(&dividend->monomial, &divisor->monomial, &quotient->monomial);
}

// ---- strides

// The greatest common divisor of a coefficient's integers, of its iterators' alone or with its constant; 1 if it is not
// affine.
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
        if (monomials_equal(&shape->strides[d].monomial, monomial)) {
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

// A[(i*a + 3*j)*n + k]: rows have length n, not 3*n; otherwise a*n would not be a multiple of it.
static void refine(Shape *shape)
{
    for (int d = 1; d < shape->count; d++)
        shape->strides[d].factor = greatest_common_divisor(shape->strides[d].factor, shape->strides[d - 1].factor);
}

bool is_viewed(const Analysis *analysis, int index, const Array *array)
{
    const Access *access = &analysis->facts->accesses.items[index];
    return access->array == array && (!analysis->view || access->view == analysis->view);
}

int flat_dimension(const Array *array)
{
    return array->held == HOST_ROWS && array->ndim > 0 ? array->ndim - 1 : 0;
}

const Polynomial *flat_subscript(const Analysis *analysis, int index, const Array *array)
{
    return is_viewed(analysis, index, array) ? analysis->sites.items[index].raw[flat_dimension(array)] : NULL;
}

// The products that multiply iterators. A constant multiple of another product is a stride only `with_constants`.
static bool find_strides(const Analysis *analysis, const Array *array, bool with_constants, Shape *shape)
{
    static const Monomial one;
    bool fine = insert_stride(shape, &(Stride){1, one});
    for (int constants = 0; constants < 2; constants++)
        FOR_EACH(i, &analysis->sites) {
            const Polynomial *raw = flat_subscript(analysis, i, array);
            for (int t = 0; raw && t < raw->count; t++) {
                const Term *term = &raw->terms[t];
                bool known = with_constants && term->monomial.degree > 0;
                for (int d = 0; d < shape->count; d++)
                    known = known || monomials_equal(&shape->strides[d].monomial, &term->monomial);
                if (is_constant_aff(term->coefficient) == (constants == 1) && (constants == 0 || known))
                    fine = fine && add_product(shape, &term->monomial, content(term->coefficient, true));
            }
        }
    return fine;
}

bool shape_find_strides(const Analysis *analysis, const Array *array, Shape *shape)
{
    return find_strides(analysis, array, false, shape);
}

bool shape_find_fixed_rows(const Analysis *analysis, const Array *array, Shape *shape)
{
    int without = shape->count;
    *shape = (Shape){0};
    bool fine = array->ndim == 1 && find_strides(analysis, array, true, shape);
    refine(shape);
    return fine && shape->count > without && strides_nest(shape);
}

static bool find_products(const Analysis *analysis, const Array *array, Shape *shape)
{
    bool fine = shape_find_strides(analysis, array, shape);
    refine(shape);
    return fine && strides_nest(shape);
}

// A[(i*n + j)*4 + 3]: no iterator moves by less than 4, so the rest is a row of its own.
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

// A[i*100 + j]: each constant that multiplies an iterator is a stride, if they nest.
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

// A[p*n + k] and A[q*n + k], of which no iterator chooses the rows: the parameter that is in all products has the
// length of a row. With only one product there is nothing to keep apart.
static void find_chosen_rows(const Analysis *analysis, const Array *array, Shape *shape)
{
    Monomial shared = {0}, first = {0};
    bool several = false;
    FOR_EACH(i, &analysis->sites) {
        const Polynomial *raw = flat_subscript(analysis, i, array);
        for (int t = 0; raw && t < raw->count; t++) {
            const Monomial *product = &raw->terms[t].monomial;
            if (product->degree == 1 || (product->degree == 0 && is_constant_aff(raw->terms[t].coefficient)))
                return; // an offset of a single parameter is in no row
            if (product->degree == 0)
                continue;
            several = several || (first.degree && !monomials_equal(&first, product));
            first = first.degree ? first : *product;
            shared = shared.degree ? shared : *product;
            for (int f = shared.degree - 1; f >= 0; f--) {
                Monomial one = {.degree = 1, .factors = {shared.factors[f]}}, rest;
                if (monomial_divide(product, &one, &rest))
                    continue;
                for (int k = f; k + 1 < shared.degree; k++)
                    shared.factors[k] = shared.factors[k + 1];
                shared.degree--;
            }
            if (!shared.degree)
                return;
        }
    }
    if (several && shared.degree == 1)
        insert_stride(shape, &(Stride){1, shared});
}

bool array_is_written(const Analysis *analysis, const Array *array, bool updates_too)
{
    FOR_EACH(i, &analysis->facts->accesses) {
        const Access *access = &analysis->facts->accesses.items[i];
        bool update = access->stmt->kind == ST_ASSIGN && access->stmt->op != OP_NONE;
        if (access->array == array && access->is_write && (updates_too || !update))
            return true;
    }
    return false;
}

// One of its subscripts may be anything: then only the declared extent is known.
static bool is_chosen_by_data(const Analysis *analysis, const Array *array)
{
    FOR_EACH(i, &analysis->sites)
        if (analysis->facts->accesses.items[i].array == array && !analysis->sites.items[i].raw[0])
            return true;
    return false;
}

static bool is_affine_polynomial(const Polynomial *value)
{
    bool affine = value != NULL;
    for (int t = 0; affine && t < value->count; t++)
        affine = value->terms[t].monomial.degree == 0 || is_constant_aff(value->terms[t].coefficient);
    return affine;
}

// p[c][k*n + i]: the columns of a table of rows, whose length nothing declares. Not where data choose rows or columns:
// an inspector finds what is touched of them. Not where the steps of a loop are not known: the ends of rows are then
// compared with those that certainly are touched (corners_have_limits), one subscript at a time.
static bool rows_may_be_split(const Analysis *analysis, const Array *array)
{
    int flat = flat_dimension(array);
    bool may = flat > 0 && !array->extent[flat] && !corners_have_unequal_steps(analysis, array);
    FOR_EACH(i, &analysis->sites) {
        const AccessSite *where = &analysis->sites.items[i];
        bool mine = analysis->facts->accesses.items[i].array == array;
        for (int d = 0; d < flat && may && mine; d++)
            may = is_affine_polynomial(where->raw[d]) && where->raw[flat];
    }
    return may;
}

bool shape_find(const Analysis *analysis, const Array *array, Shape *shape)
{
    if (array->ndim == 1 && array->extent[0] && is_chosen_by_data(analysis, array))
        return false;
    bool rows = array->held == HOST_ROWS;
    if (!array->ndim || (rows && !rows_may_be_split(analysis, array)) || !find_products(analysis, array, shape))
        return false;
    if (array->ndim > 1 && !rows)
        return shape->count > 1 && shape->count + array->ndim - 1 <= MAX_DIMS; // (*x)[4] and x[i*n + j][d]
    if (!rows || shape->count > 1)
        find_records(analysis, array, shape);
    if (shape->count == 1 && array_is_written(analysis, array, false))
        find_constants(analysis, array, shape);
    if (shape->count == 1 && !rows && array_is_written(analysis, array, true))
        find_chosen_rows(analysis, array, shape);
    return shape->count > 1 && strides_nest(shape) && shape->count + array->ndim - 1 <= MAX_DIMS;
}

// ---- the terms of one subscript

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
        if (monomials_equal(&shape->offset->terms[t].monomial, &term->monomial))
            return true;
    return false;
}

isl_pw_aff *shape_first_at(const Shape *shape, int depth)
{
    return isl_pw_aff_add_dims(isl_pw_aff_copy(shape->first), isl_dim_in, (unsigned)depth);
}

void shape_distribute(Analysis *analysis, const Shape *shape, const Polynomial *raw, int depth, isl_pw_aff **dims)
{
    for (int d = 0; d < shape->count; d++)
        dims[d] = affine_constant(analysis, depth, 0);
    for (int t = 0; t < raw->count; t++) {
        if (in_offset(shape, &raw->terms[t]))
            continue;
        isl_pw_aff *left = isl_pw_aff_copy(raw->terms[t].coefficient);
        for (int d = 0; d < shape->count; d++) {
            Monomial rest = {0};
            if (!monomial_divide(&raw->terms[t].monomial, &shape->strides[d].monomial, &rest))
                continue;
            isl_pw_aff *part = take_multiples(&left, shape->strides[d].factor);
            dims[d] = isl_pw_aff_add(dims[d], isl_pw_aff_mul(affine_monomial(analysis, depth, &rest), part));
        }
        isl_pw_aff_free(left);
    }
    if (shape->first)
        dims[shape->count - 1] = isl_pw_aff_sub(dims[shape->count - 1], shape_first_at(shape, depth));
}

// Constant terms that no stride but 1 divides.
static bool is_offset_term(const Shape *shape, const Term *term)
{
    Monomial rest;
    if (term->monomial.degree == 0 || !is_constant_aff(term->coefficient))
        return false;
    for (int d = 0; d + 1 < shape->count; d++) {
        const Stride *stride = &shape->strides[d];
        bool is_multiple =
            stride->monomial.degree || term_constant(term) % stride->factor == 0; // n of 2 * i + n is none
        if (monomial_divide(&term->monomial, &stride->monomial, &rest) && is_multiple)
            return false;
    }
    return true;
}

static bool has_offset(const Shape *shape, const Polynomial *raw, const Polynomial *offset)
{
    int matched = 0, all = 0;
    for (int t = 0; t < raw->count; t++) {
        if (!is_offset_term(shape, &raw->terms[t]))
            continue;
        all++;
        for (int o = 0; o < offset->count; o++)
            if (monomials_equal(&offset->terms[o].monomial, &raw->terms[t].monomial) &&
                term_constant(&offset->terms[o]) == term_constant(&raw->terms[t]))
                matched++;
    }
    return matched == all && all == offset->count;
}

Polynomial *shape_find_offset(Analysis *analysis, const Shape *shape, const Array *array)
{
    Polynomial *offset = NULL;
    FOR_EACH(i, &analysis->sites) {
        const Polynomial *raw = flat_subscript(analysis, i, array);
        if (!raw)
            continue;
        if (!offset) {
            offset = ARENA_NEW(analysis->arena, Polynomial); // shares the coefficients of the first access
            for (int t = 0; t < raw->count; t++)
                if (is_offset_term(shape, &raw->terms[t]) && term_constant(&raw->terms[t]))
                    offset->terms[offset->count++] = raw->terms[t];
        }
        if (!offset->count || !has_offset(shape, raw, offset))
            return NULL;
    }
    return offset;
}

// ---- the first subscript in a row

// The last subscripts of an access, where the nest runs.
static isl_set *last_subscripts(Analysis *analysis, const Shape *shape, int index, const Array *array)
{
    const AccessSite *where = &analysis->sites.items[index];
    isl_pw_aff *dims[MAX_DIMS] = {0};
    shape_distribute(analysis, shape, flat_subscript(analysis, index, array), loop_depth(where->loop), dims);
    for (int d = 0; d + 1 < shape->count; d++)
        isl_pw_aff_free(dims[d]);
    isl_map *map = isl_map_from_pw_aff(dims[shape->count - 1]);
    isl_set *all = isl_map_range(isl_map_intersect_domain(map, isl_set_copy(where->domain)));
    return coalesce_set(isl_set_intersect_params(all, isl_set_copy(analysis->context)));
}

// One affine function of parameters, or NULL.
static isl_pw_aff *least_of(__isl_keep isl_set *subscripts)
{
    isl_set *known = isl_set_params(isl_set_copy(subscripts));
    isl_pw_aff *least = isl_set_dim_min(isl_set_copy(subscripts), 0);
    least = least ? isl_pw_aff_coalesce(isl_pw_aff_gist(least, known)) : (isl_set_free(known), NULL);
    if (least && isl_pw_aff_isa_aff(least) == isl_bool_true)
        return least;
    isl_pw_aff_free(least);
    return NULL;
}

static bool is_zero(__isl_keep isl_pw_aff *value)
{
    return is_constant_aff(value) && term_constant(&(Term){.coefficient = value}) == 0;
}

// Whether it mentions nothing but sizes: what loops with computed ranges begin at would have to be tested, too.
static bool is_of_sizes(const Analysis *analysis, __isl_keep isl_pw_aff *value)
{
    bool plain = true;
    FOR_EACH(i, &analysis->parameters) {
        const Parameter *parameter = analysis->parameters.items[i];
        int at = isl_pw_aff_find_dim_by_name(value, isl_dim_param, isl_id_get_name(parameter->id));
        bool involved = at >= 0 && isl_pw_aff_involves_dims(value, isl_dim_param, (unsigned)at, 1) == isl_bool_true;
        plain = plain && (!involved || expr_strip_casts(parameter->value)->kind == EX_SYMBOL);
    }
    return plain;
}

// Whether no access has a smaller one.
static bool is_first_of_all(Analysis *analysis, isl_set *const *subscripts, __isl_keep isl_pw_aff *least)
{
    isl_pw_aff *wide = isl_pw_aff_add_dims(isl_pw_aff_copy(least), isl_dim_in, 1);
    isl_set *below = isl_pw_aff_lt_set(affine_iterator(analysis, 1, 0), wide);
    bool first = true;
    FOR_EACH(i, &analysis->sites)
        first = first && (!subscripts[i] || isl_set_is_disjoint(subscripts[i], below) == isl_bool_true);
    isl_set_free(below);
    return first;
}

bool shape_find_first(Analysis *analysis, Shape *shape, const Array *array)
{
    isl_set **subscripts = arena_alloc(analysis->arena, sizeof(isl_set *) * (size_t)analysis->sites.count);
    isl_pw_aff *first = NULL;
    query_begin(analysis);
    FOR_EACH(i, &analysis->sites)
        subscripts[i] = flat_subscript(analysis, i, array) ? last_subscripts(analysis, shape, i, array) : NULL;
    for (int i = 0; i < analysis->sites.count && !first; i++) {
        isl_pw_aff *least = subscripts[i] ? least_of(subscripts[i]) : NULL;
        if (least && !is_zero(least) && is_of_sizes(analysis, least) && is_first_of_all(analysis, subscripts, least))
            first = own_aff(analysis, least);
        else
            isl_pw_aff_free(least);
    }
    FOR_EACH(i, &analysis->sites)
        isl_set_free(subscripts[i]);
    Expr *value =
        first ? expr_from_aff(analysis, isl_pw_aff_copy(first), isl_set_copy(analysis->context), false) : NULL;
    shape->first = value ? first : NULL;
    shape->first_value = value;
    return value != NULL;
}
