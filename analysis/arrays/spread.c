// Dimensions of a flat array whose strides need not divide each other: the matrices of a batch in A[b*stride + i*m +
// j], neighbouring heads in A[t*row + h*part + k], the windows in A[(i*s + v)*w + j*s + u].
//
// The subscript is a sum of dimensions times strides. Sort them by stride, S[0] > S[1] > ... > S[k]. Assume for each d
// that the sums of the dimensions from d on differ by less than S[d-1] between any two accesses. Then two subscripts
// are equal only if they agree in every dimension. For each order of the strides this is a condition on the sizes, and
// one order is enough. An array that is only read needs none of this. Its first and last touched elements are where all
// dimensions are smallest and largest, if these elements are touched.
#include "analysis/arrays/assume.h"
#include "analysis/arrays/corners.h"
#include "analysis/arrays/shape.h"
#include "analysis/arrays/spread.h"
#include "analysis/arrays/work.h"
#include "analysis/sets/coalesce.h"
#include "analysis/sets/expression.h"
#include "analysis/sets/polynomial.h"

enum { MAX_ORDERS = 24, MAX_COMBINATIONS = 8, MAX_ALTERNATIVES = 3, USED_ORDERS = 2 };

// The largest distance between the subscripts of one dimension: the maximum of these polynomials in parameters.
typedef struct Reach {
    int count;
    Polynomial items[MAX_ALTERNATIVES];
} Reach;

typedef struct Spread {
    Analysis *analysis;
    const Array *array;
    const Shape *shape;
    Reach reach[MAX_DIMS];
    isl_set *runs;                  // sizes for which something is touched
    isl_set *overlaps[USED_ORDERS]; // sizes at which an order does not keep elements separate, of those that leave room
                                    // for work
    bool apart;                     // some order always does
    int orders, used;
} Spread;

// ---- how far subscripts lie apart

static const Parameter *parameter_at(__isl_keep isl_aff *aff, int index)
{
    isl_space *space = isl_aff_get_domain_space(aff);
    isl_id *id = isl_space_get_dim_id(space, isl_dim_param, (unsigned)index);
    const Parameter *parameter = isl_id_get_user(id);
    isl_id_free(id);
    isl_space_free(space);
    return parameter;
}

static bool add_alternative(Analysis *analysis, __isl_take isl_aff *aff, Reach *reach)
{
    Polynomial *sum = &reach->items[reach->count];
    isl_val *constant = isl_aff_get_constant_val(aff);
    bool fine = reach->count < MAX_ALTERNATIVES && isl_aff_dim(aff, isl_dim_div) == 0 &&
                isl_val_is_int(constant) == isl_bool_true;
    int64_t number = fine ? isl_val_get_num_si(constant) : 0;
    isl_val_free(constant);
    if (fine) {
        *sum = (Polynomial){.limit = INT64_MAX};
        fine = polynomial_add_affine(sum, affine_constant(analysis, 0, number));
        reach->count++;
    }
    for (int p = 0; fine && p < isl_aff_dim(aff, isl_dim_param); p++) {
        isl_val *factor = isl_aff_get_coefficient_val(aff, isl_dim_param, p);
        const Parameter *parameter = parameter_at(aff, p);
        Monomial monomial = parameter->product;
        if (!monomial.degree)
            monomial = (Monomial){1, {parameter_index(analysis, parameter->value, parameter->words)}};
        if (isl_val_is_zero(factor) != isl_bool_true)
            fine = isl_val_is_int(factor) == isl_bool_true &&
                   polynomial_add_term(sum, &monomial, affine_constant(analysis, 0, isl_val_get_num_si(factor)));
        isl_val_free(factor);
    }
    isl_aff_free(aff);
    return fine;
}

typedef struct Pieces {
    Analysis *analysis;
    Reach *reach;
} Pieces;

static isl_stat add_piece(__isl_take isl_set *where, __isl_take isl_aff *aff, void *context)
{
    Pieces *pieces = context;
    isl_set_free(where);
    return add_alternative(pieces->analysis, aff, pieces->reach) ? isl_stat_ok : isl_stat_error;
}

static isl_set *values_of(Analysis *analysis, const Array *array, int d)
{
    isl_set *all = NULL;
    FOR_EACH(i, &analysis->sites) {
        const AccessSite *where = &analysis->sites.items[i];
        if (!is_viewed(analysis, i, array))
            continue;
        isl_map *map =
            isl_map_intersect_domain(isl_map_from_pw_aff(isl_pw_aff_copy(where->dims[d])), isl_set_copy(where->domain));
        isl_set *values = isl_map_range(isl_map_intersect_params(map, isl_set_copy(analysis->context)));
        all = all ? coalesce_set(isl_set_union(all, values)) : values;
    }
    return all;
}

static bool find_reach(Spread *spread, int d)
{
    Analysis *analysis = spread->analysis;
    query_begin(analysis);
    isl_set *values = values_of(analysis, spread->array, d);
    isl_set *runs = isl_set_params(isl_set_copy(values));
    isl_pw_aff *most = isl_set_dim_max(isl_set_copy(values), 0), *least = isl_set_dim_min(values, 0);
    isl_pw_aff *difference = isl_pw_aff_sub(most, least);
    bool exact;
    difference = coalesce_aff(isl_pw_aff_gist_params(difference, isl_set_copy(runs)), &exact);
    if (spread->runs)
        isl_set_free(runs);
    else
        spread->runs = runs;
    Pieces pieces = {analysis, &spread->reach[d]};
    bool found = difference && isl_pw_aff_foreach_piece(difference, add_piece, &pieces) == isl_stat_ok &&
                 spread->reach[d].count > 0;
    isl_pw_aff_free(difference);
    query_begin(analysis);
    return found;
}

// ---- one order of the strides

// Sizes at which the sums of the dimensions order[from..] differ by at least the stride of order[from - 1], by one
// choice of alternatives. NULL: too hard.
static isl_set *collision(const Spread *spread, const int *order, int from, int choice)
{
    Analysis *analysis = spread->analysis;
    Polynomial sum = {.limit = INT64_MAX};
    bool fine = true;
    for (int at = from; at < spread->shape->count && fine; at++) {
        int d = order[at];
        const Reach *reach = &spread->reach[d];
        const Stride *stride = &spread->shape->strides[d];
        Polynomial factor = {.limit = INT64_MAX};
        fine = polynomial_add_term(&factor, &stride->monomial, affine_constant(analysis, 0, stride->factor)) &&
               polynomial_multiply(&reach->items[choice % reach->count], &factor, &sum);
        choice /= reach->count;
        polynomial_free(&factor);
    }
    const Stride *larger = &spread->shape->strides[order[from - 1]];
    isl_pw_aff *total = fine ? polynomial_affine(analysis, 0, &sum) : NULL;
    polynomial_free(&sum);
    if (!total)
        return NULL;
    isl_val *factor = isl_val_int_from_si(analysis->ctx, larger->factor);
    isl_pw_aff *limit = isl_pw_aff_scale_val(affine_monomial(analysis, 0, &larger->monomial), factor);
    return isl_set_params(isl_pw_aff_ge_set(total, limit));
}

static isl_set *collisions(const Spread *spread, const int *order)
{
    isl_set *all = isl_set_empty(isl_space_params_alloc(spread->analysis->ctx, 0));
    for (int from = 1; from < spread->shape->count && all; from++) {
        int choices = 1;
        for (int at = from; at < spread->shape->count; at++)
            choices *= spread->reach[order[at]].count;
        for (int choice = 0; choice < choices && all; choice++) {
            isl_set *one = choices <= MAX_COMBINATIONS ? collision(spread, order, from, choice) : NULL;
            all = one ? isl_set_union(all, one) : isl_set_free(all);
        }
    }
    return all;
}

static bool never_happens(const Spread *spread, __isl_keep isl_set *collisions)
{
    const Analysis *analysis = spread->analysis;
    isl_set *known = isl_set_intersect(isl_set_copy(analysis->context), isl_set_copy(analysis->type_ranges));
    known = isl_set_intersect(known, isl_set_copy(spread->runs));
    known = isl_set_intersect(known, isl_set_copy(collisions));
    bool never = isl_set_is_empty(known) == isl_bool_true;
    isl_set_free(known);
    return never;
}

static void try_order(Spread *spread, const int *order)
{
    Analysis *analysis = spread->analysis;
    if (spread->apart || spread->used == USED_ORDERS || spread->orders++ == MAX_ORDERS)
        return;
    query_begin(analysis);
    isl_set *bad = collisions(spread, order);
    isl_set *left = bad ? isl_set_subtract(isl_set_copy(analysis->context), isl_set_copy(bad)) : NULL;
    if (bad && never_happens(spread, bad)) {
        spread->apart = true;
    } else if (left && isl_set_is_empty(left) == isl_bool_false && work_leaves_room(analysis, left)) {
        spread->overlaps[spread->used++] = isl_set_copy(bad);
    }
    isl_set_free(left);
    isl_set_free(bad);
    query_begin(analysis);
}

// Whether stride `d` may come next: no remaining stride is a multiple of it.
static bool may_follow(const Shape *shape, const bool *taken, int d)
{
    Stride rest;
    for (int other = 0; other < shape->count; other++)
        if (!taken[other] && other != d && stride_divides(&shape->strides[other], &shape->strides[d], &rest) &&
            !stride_divides(&shape->strides[d], &shape->strides[other], &rest))
            return false;
    return true;
}

static void try_orders(Spread *spread, int *order, int count, bool *taken)
{
    if (count == spread->shape->count)
        try_order(spread, order);
    for (int d = 0; d < spread->shape->count; d++) {
        if (taken[d] || !may_follow(spread->shape, taken, d))
            continue;
        taken[d] = true;
        order[count] = d;
        try_orders(spread, order, count + 1, taken);
        taken[d] = false;
    }
}

// ---- what must hold

// Whether different elements have different subscripts, by proof or as the launcher tests.
static bool keeps_apart(Analysis *analysis, const Shape *shape, const Array *array)
{
    Spread spread = {.analysis = analysis, .array = array, .shape = shape};
    bool known = true, taken[MAX_DIMS] = {false};
    int order[MAX_DIMS];
    for (int d = 0; d < shape->count && known; d++)
        known = find_reach(&spread, d);
    if (known)
        try_orders(&spread, order, 0, taken);
    if (known && !spread.apart)
        known = assume_one_empty(analysis, spread.overlaps, spread.used, spread.runs);
    for (int d = 0; d < shape->count; d++)
        for (int i = 0; i < spread.reach[d].count; i++)
            polynomial_free(&spread.reach[d].items[i]);
    for (int i = 0; i < spread.used; i++)
        isl_set_free(spread.overlaps[i]);
    isl_set_free(spread.runs);
    return known;
}

// The corner of all dimensions is the first or the last element only if no stride is negative; none is if elements are
// kept separate.
static bool grows(Analysis *analysis, const Shape *shape)
{
    bool fine = true;
    isl_set *anywhere = isl_set_from_params(isl_set_copy(analysis->context));
    for (int d = 0; d < shape->count; d++)
        for (int f = 0; f < shape->strides[d].monomial.degree && fine; f++) {
            const Parameter *factor = analysis->parameters.items[shape->strides[d].monomial.factors[f]];
            isl_pw_aff *value = affine_parameter(analysis, 0, factor);
            isl_set *negative = isl_pw_aff_lt_set(value, affine_constant(analysis, 0, 0));
            fine = assume_empty(analysis, negative, anywhere);
        }
    isl_set_free(anywhere);
    return fine;
}

// ---- seeing it

static bool see_access(Analysis *analysis, const Shape *shape, int index)
{
    AccessSite *where = &analysis->sites.items[index];
    Access *access = &analysis->facts->accesses.items[index];
    isl_pw_aff *dims[MAX_DIMS] = {0};
    query_begin(analysis);
    shape_distribute(analysis, shape, where->raw[0], loop_depth(where->loop), dims);
    where->ndim = 0;
    where->offset = NULL;
    where->spread = true;
    where->nelement = shape->count;
    bool fine = true;
    for (int d = 0; d < shape->count; d++) {
        fine = fine && dims[d];
        where->dims[where->ndim++] = dims[d] ? own_aff(analysis, dims[d]) : NULL;
        access->dims[d] = dims[d] ? expr_over_loops(analysis, where->loop, where->domain, dims[d]) : NULL;
        access->extents[d] = NULL;
        access->pitches[d] = product_expr(analysis, &shape->strides[d].monomial, shape->strides[d].factor);
        fine = fine && access->dims[d];
    }
    for (int d = 1; d < where->nraw && fine && where->ndim < MAX_DIMS; d++) { // the path into a struct
        isl_pw_aff *value = where->raw[d] ? polynomial_affine(analysis, loop_depth(where->loop), where->raw[d]) : NULL;
        fine = value != NULL;
        where->dims[where->ndim] = value ? own_aff(analysis, value) : NULL;
        access->dims[where->ndim] = value ? expr_over_loops(analysis, where->loop, where->domain, value) : NULL;
        access->extents[where->ndim] = access->pitches[where->ndim] = NULL;
        where->ndim++;
    }
    access->ndim = where->ndim;
    access->affine = true;
    return fine && where->nraw <= 1;
}

void spread_forget(Analysis *analysis, const Array *array)
{
    FOR_EACH(i, &analysis->sites) {
        Access *access = &analysis->facts->accesses.items[i];
        if (access->array != array)
            continue;
        analysis->sites.items[i].ndim = analysis->sites.items[i].nelement = access->ndim = access->view = 0;
        analysis->sites.items[i].spread = access->affine = false;
        for (int d = 0; d < MAX_DIMS; d++)
            access->pitches[d] = access->dims[d] = access->extents[d] = NULL;
    }
}

// All accesses of the view that is looked at.
static bool see_view(Analysis *analysis, const Array *array)
{
    Shape shape = {0};
    bool fine = shape_find_strides(analysis, array, &shape) && (shape.count > 1 || analysis->view);
    FOR_EACH(i, &analysis->sites)
        if (fine && is_viewed(analysis, i, array)) {
            analysis->assumption_loc = analysis->facts->accesses.items[i].expr->loc;
            fine = see_access(analysis, &shape, i);
        }
    return fine &&
           (array_is_written(analysis, array, true) ? keeps_apart(analysis, &shape, array) : grows(analysis, &shape));
}

static bool may_be_spread(const Analysis *analysis, const Array *array)
{
    bool fine = array->ndim == 1 && !array->extent[0] && array->held != HOST_ROWS && array->space == SPACE_GLOBAL;
    FOR_EACH(i, &analysis->sites)
        if (analysis->facts->accesses.items[i].array == array)
            fine = fine && analysis->sites.items[i].raw[0] && analysis->sites.items[i].nraw == 1;
    return fine;
}

// Each access has a view of its own if the box around all of them may not be touched at its corners. The accesses of an
// array that is written stay comparable.
static void set_views_apart(Analysis *analysis, const Array *array)
{
    bool written = array_is_written(analysis, array, true);
    FOR_EACH(i, &analysis->facts->accesses)
        if (analysis->facts->accesses.items[i].array == array)
            analysis->facts->accesses.items[i].view = written ? 1 : i + 1;
}

bool spread_find(Analysis *analysis, const Array *array)
{
    if (!may_be_spread(analysis, array))
        return false;
    Attempt attempt = begin_attempt(analysis);
    bool fine = see_view(analysis, array) && corners_are_known(analysis, array);
    if (fine && !corners_are_touched(analysis, array))
        set_views_apart(analysis, array);
    end_attempt(analysis, &attempt, !fine);
    if (!fine)
        spread_forget(analysis, array);
    return fine;
}

// ---- several views of one array

static bool moves_by(const Polynomial *raw, const Monomial *monomial)
{
    for (int t = 0; t < raw->count; t++)
        if (!is_constant_aff(raw->terms[t].coefficient) && monomials_equal(&raw->terms[t].monomial, monomial))
            return true;
    return false;
}

static bool moves_alike(const Polynomial *left, const Polynomial *right)
{
    for (int side = 0; side < 2; side++) {
        const Polynomial *one = side ? right : left, *other = side ? left : right;
        for (int t = 0; t < one->count; t++)
            if (one->terms[t].monomial.degree && !is_constant_aff(one->terms[t].coefficient) &&
                !moves_by(other, &one->terms[t].monomial))
                return false;
    }
    return true;
}

// Accesses that move by the same strides share a view. Their number.
static int find_views(Analysis *analysis, const Array *array)
{
    Facts *facts = analysis->facts;
    int views = 0;
    FOR_EACH(i, &facts->accesses) {
        Access *access = &facts->accesses.items[i];
        if (access->array != array)
            continue;
        access->view = 0;
        for (int k = 0; k < i && !access->view; k++)
            if (facts->accesses.items[k].array == array &&
                moves_alike(analysis->sites.items[i].raw[0], analysis->sites.items[k].raw[0]))
                access->view = facts->accesses.items[k].view;
        if (!access->view)
            access->view = ++views;
    }
    return views;
}

bool spread_find_views(Analysis *analysis, const Array *array)
{
    if (!may_be_spread(analysis, array))
        return false;
    Attempt attempt = begin_attempt(analysis);
    int views = find_views(analysis, array);
    bool fine = views > 1;
    for (int view = 1; view <= views && fine; view++) {
        analysis->view = view;
        fine = see_view(analysis, array);
    }
    analysis->view = 0;
    fine = fine && corners_are_known(analysis, array);
    end_attempt(analysis, &attempt, !fine);
    if (!fine)
        spread_forget(analysis, array);
    return fine;
}

// ---- questions

bool spread_is_seen(const Analysis *analysis, const Array *array)
{
    FOR_EACH(i, &analysis->sites)
        if (analysis->facts->accesses.items[i].array == array && analysis->sites.items[i].spread)
            return true;
    return false;
}

bool spread_is_same_view(const Analysis *analysis, int first, int second)
{
    return analysis->facts->accesses.items[first].view == analysis->facts->accesses.items[second].view;
}

bool spread_has_views(const Analysis *analysis, const Array *array)
{
    FOR_EACH(i, &analysis->facts->accesses)
        if (analysis->facts->accesses.items[i].array == array && analysis->facts->accesses.items[i].view)
            return true;
    return false;
}
