// Bounds of subscripts that the nest computes (contract in element_range.h).
//
// The part of a subscript that is affine says the row. Two accesses may only meet where the ranges of their last
// subscripts do (depend.c).
#include "analysis/depend/element_range.h"
#include "analysis/arrays/assume.h"
#include "analysis/arrays/delinearize.h"
#include "analysis/arrays/value_range.h"
#include "analysis/sets/affine.h"
#include "analysis/sets/polynomial.h"
#include "analysis/sets/symbols.h"

#include <string.h>

// ---- affine terms and the rest

typedef struct Split {
    Analysis *analysis;
    const Site *site;
    Polynomial *known;
    AccessSite *where;
    int terms;  // that are affine
    bool named; // inside of the value of a name, which was computed before
    bool unbounded;
    bool failed;
} Split;

typedef struct Fixed {
    const Analysis *analysis;
    bool is_fixed;
} Fixed;

static bool look_for_change(void *context, const Expr *expr)
{
    Fixed *fixed = context;
    const Analysis *analysis = fixed->analysis;
    if (expr->kind == EX_SYMBOL && expr->symbol->role != SYM_PARAM && expr->symbol->role != SYM_ITERATOR)
        fixed->is_fixed = fixed->is_fixed && symbol_definition(analysis, expr->symbol);
    if (expr->kind == EX_ACCESS)
        fixed->is_fixed = fixed->is_fixed && !stmt_writes(analysis->nest->body, NULL, expr->array);
    if (expr->kind == EX_CALL && expr->function)
        fixed->is_fixed = fixed->is_fixed && expr->function->pure;
    return fixed->is_fixed;
}

// factor * monomial * value
static void add_rest(Split *split, const Expr *value, int64_t factor, const Monomial *monomial)
{
    Arena *arena = split->analysis->arena;
    Fixed fixed = {split->analysis, true};
    if (split->named)
        expr_walk(value, look_for_change, &fixed);
    split->failed = split->failed || !fixed.is_fixed || !type_is_integer(value->type);
    VECTOR_PUSH(arena, &split->where->rest, ((OpaqueTerm){index_cast(arena, (Expr *)value), factor, *monomial}));
}

// The expression is a multiple of a product of parameters, or of 1.
static bool is_multiplier(Split *split, const Expr *expr, int64_t *factor, Monomial *monomial)
{
    Polynomial own = {0};
    if (!polynomial_from_expr(split->analysis, split->site, expr, true, &own))
        return false;
    bool single = own.count == 1 && own.limit == INT64_MAX && is_constant_aff(own.terms[0].coefficient);
    *factor = single ? term_constant(&own.terms[0]) : 0;
    *monomial = single ? own.terms[0].monomial : (Monomial){0};
    polynomial_free(&own);
    return *factor > 0;
}

static bool add_product(Split *split, const Expr *product, int sign)
{
    int64_t factor;
    Monomial monomial;
    for (int i = 0; i < 2; i++)
        if (is_multiplier(split, product->operands[i], &factor, &monomial)) {
            add_rest(split, product->operands[1 - i], sign * factor, &monomial);
            return true;
        }
    return false;
}

// Sums of such a type have the value that they would have without wrap-around, or one that no array has as a subscript.
static bool adds_up(const Type *type)
{
    return type_is_integer(type) && type->size >= 4 && (type_is_signed(type) || type->size == 8);
}

static bool look_for_unbounded(void *context, const Expr *expr)
{
    Split *split = context;
    bool iterates = expr->kind == EX_SYMBOL && expr->symbol->role == SYM_ITERATOR;
    for (const LoopNode *node = split->site->loop; node && iterates; node = node->parent)
        split->unbounded = split->unbounded || (!node->bounded && !node->base && node->loop->iterator == expr->symbol);
    return !split->unbounded;
}

// It has the iterator of a loop whose bounds are not affine, but may be known to lie within some that are.
static bool is_unbounded(Split *split, const Expr *expr)
{
    split->unbounded = false;
    expr_walk(expr, look_for_unbounded, split);
    return split->unbounded;
}

static void split_terms(Split *split, const Expr *expr, int sign)
{
    static const Monomial one;
    Polynomial own = {0};
    if (!is_unbounded(split, expr) && polynomial_from_expr(split->analysis, split->site, expr, true, &own)) {
        split->terms++;
        split->failed = !polynomial_add(split->known, &own, sign) || split->failed;
        polynomial_free(&own);
        return;
    }
    const Expr *operand = expr->noperands ? expr->operands[0] : NULL;
    const Expr *value =
        expr->kind == EX_SYMBOL && !split->named ? symbol_definition(split->analysis, expr->symbol) : NULL;
    if (expr->kind == EX_CAST && adds_up(expr->type) && adds_up(operand->type) &&
        type_widens(operand->type, expr->type)) {
        split_terms(split, operand, sign);
    } else if (expr->kind == EX_BINARY && (expr->op == OP_ADD || expr->op == OP_SUB) && adds_up(expr->type)) {
        split_terms(split, operand, sign);
        split_terms(split, expr->operands[1], expr->op == OP_ADD ? sign : -sign);
    } else if (value && value != expr && value->kind == EX_BINARY && adds_up(expr->type)) {
        split->named = true;
        split_terms(split, value, sign);
        split->named = false;
    } else if (!(expr->kind == EX_BINARY && expr->op == OP_MUL && adds_up(expr->type) &&
                 add_product(split, expr, sign))) {
        add_rest(split, expr, sign, &one);
    }
}

void element_range_split(Analysis *analysis, const Site *site, const Expr *subscript, AccessSite *where)
{
    Polynomial *known = ARENA_NEW(analysis->arena, Polynomial);
    *known = (Polynomial){.limit = INT64_MAX};
    Split split = {.analysis = analysis, .site = site, .known = known, .where = where};
    split_terms(&split, subscript, 1);
    if (split.failed || !split.terms || !where->rest.count || known->limit < INT64_MAX)
        polynomial_free(known);
    else
        where->known = known;
}

// ---- bounds

// The least or the largest of the limits.
static isl_pw_aff *limit_aff(Analysis *analysis, const Site *site, const Limits *limits, bool high)
{
    isl_pw_aff *result = NULL;
    for (int i = 0; i < limits->count; i++) {
        const Limit *limit = &limits->items[i];
        isl_pw_aff *value = limit->base ? affine_from_expr(analysis, site, limit->base)
                                        : affine_constant(analysis, loop_depth(site->loop), 0);
        if (!value) {
            isl_pw_aff_free(result);
            return NULL;
        }
        value = isl_pw_aff_add_constant_val(value, isl_val_int_from_si(analysis->ctx, limit->constant));
        result = !result ? value : high ? isl_pw_aff_max(result, value) : isl_pw_aff_min(result, value);
    }
    return result;
}

// The dimension to which a term belongs, and by what it moves there.
static int dimension_of(const Shape *shape, const OpaqueTerm *term, int64_t *factor)
{
    Stride whole = {term->factor, term->monomial}, quotient = {0};
    for (int d = 0; d < shape->count; d++)
        if (stride_divides(&whole, &shape->strides[d], &quotient) && !quotient.monomial.degree) {
            *factor = quotient.factor;
            return d;
        }
    return -1;
}

typedef struct Bounds {
    isl_pw_aff *dims[2][MAX_DIMS];  // of the smallest and of the largest subscripts
    bool opaque[MAX_DIMS], unknown; // (unknown) the first one may be anything
} Bounds;

static void free_bounds(Bounds *bounds)
{
    for (int high = 0; high < 2; high++)
        for (int d = 0; d < MAX_DIMS; d++)
            bounds->dims[high][d] = isl_pw_aff_free(bounds->dims[high][d]);
}

static bool add_term(Analysis *analysis, const Shape *shape, int index, const RangeQuestion *question,
                     const OpaqueTerm *term, Bounds *bounds)
{
    const AccessSite *where = &analysis->sites.items[index];
    Site site = {.loop = where->loop, .domain = where->domain};
    int64_t factor = 0;
    int d = dimension_of(shape, term, &factor);
    if (d < 0 || !question->asked)
        return false;
    bounds->opaque[d] = true;
    for (int high = 0; high < 2; high++) {
        bool most = (high == 1) == (factor > 0);
        isl_pw_aff *limit = limit_aff(analysis, &site, most ? &question->answer.high : &question->answer.low, most);
        bounds->unknown = bounds->unknown || !limit;
        if (!limit && (d > 0 || shape->count == 1))
            return false;
        limit = limit ? isl_pw_aff_scale_val(limit, isl_val_int_from_si(analysis->ctx, factor)) : NULL;
        if (limit)
            bounds->dims[high][d] = isl_pw_aff_add(bounds->dims[high][d], limit);
    }
    return true;
}

// Both ends lie in the same row, and so does what is between them.
static bool fits_between(Analysis *analysis, Shape shape, int index, Bounds *bounds)
{
    shape.rigid = true;
    bool fits = true;
    for (int high = 0; high < 2; high++) {
        for (int d = 0; d < shape.count; d++)
            fits = fits && bounds->dims[high][d];
        fits = fits && delinearize_fits(analysis, &shape, index, bounds->dims[high]);
    }
    return fits;
}

// The access touches elements between two. `alone`: it is the only one to its array, and then the launcher can compare
// rows that may be any (scatter.h).
static bool take_bounds(Analysis *analysis, const Shape *shape, int index, const RangeQuestion *questions, bool alone)
{
    AccessSite *where = &analysis->sites.items[index];
    Bounds bounds = {0};
    bool fits = true;
    query_begin(analysis);
    for (int high = 0; high < 2; high++)
        shape_distribute(analysis, shape, where->known, loop_depth(where->loop), bounds.dims[high]);
    for (int t = 0; t < where->rest.count && fits; t++)
        fits = add_term(analysis, shape, index, &questions[t], &where->rest.items[t], &bounds);
    fits = fits && !(bounds.unknown && (alone || where->raw[0]));
    if (!fits || !fits_between(analysis, *shape, index, &bounds)) {
        free_bounds(&bounds);
        return false;
    }
    for (int d = 0; d < shape->count; d++) {
        if (!bounds.opaque[d])
            continue;
        bool known = d > 0 || !bounds.unknown;
        where->low[d] = known ? own_aff(analysis, isl_pw_aff_copy(bounds.dims[0][d])) : NULL;
        where->high[d] = known ? own_aff(analysis, isl_pw_aff_copy(bounds.dims[1][d])) : NULL;
        bounds.dims[0][d] = isl_pw_aff_free(bounds.dims[0][d]);
    }
    where->within = true;
    isl_pw_aff *dims[MAX_DIMS];
    memcpy(dims, bounds.dims[0], sizeof dims);
    memset(bounds.dims[0], 0, sizeof bounds.dims[0]);
    free_bounds(&bounds);
    delinearize_take(analysis, shape, index, dims);
    return true;
}

static bool take_affine(Analysis *analysis, const Shape *shape, int index)
{
    AccessSite *where = &analysis->sites.items[index];
    isl_pw_aff *dims[MAX_DIMS] = {0};
    query_begin(analysis);
    shape_distribute(analysis, shape, where->raw[0], loop_depth(where->loop), dims);
    bool fits = delinearize_fits(analysis, shape, index, dims);
    for (int d = 0; d < shape->count && !fits; d++)
        isl_pw_aff_free(dims[d]);
    if (fits)
        delinearize_take(analysis, shape, index, dims);
    return fits;
}

// ---- all accesses of an array

// The shape that the affine parts of the subscripts suggest.
static Shape shape_of_known(Analysis *analysis, const Array *array)
{
    static const Monomial one;
    Shape shape = {0};
    Polynomial **raw = ARENA_ARRAY(analysis->arena, Polynomial *, analysis->sites.count);
    FOR_EACH(i, &analysis->sites) {
        AccessSite *where = &analysis->sites.items[i];
        raw[i] = where->raw[0];
        if (analysis->facts->accesses.items[i].array == array && where->known)
            where->raw[0] = where->known;
    }
    if (!shape_find(analysis, array, &shape))
        shape = (Shape){.count = 1, .strides = {{1, one}}};
    FOR_EACH(i, &analysis->sites)
        analysis->sites.items[i].raw[0] = raw[i];
    return shape;
}

static bool is_candidate(const Analysis *analysis, const Array *array)
{
    bool plain = array->space == SPACE_GLOBAL && array->held == HOST_POINTER && array->ndim == 1, some = false;
    FOR_EACH(i, &analysis->sites) {
        const AccessSite *where = &analysis->sites.items[i];
        if (analysis->facts->accesses.items[i].array != array)
            continue;
        plain = plain && (where->raw[0] || where->known) && !where->at_entry &&
                !analysis->facts->accesses.items[i].expr->npath;
        some = some || !where->raw[0];
    }
    return plain && some && array_is_written(analysis, array, false);
}

static bool see_all(Analysis *analysis, const Shape *shape, const RangeQuestions *questions, const Array *array)
{
    bool all = true;
    int asked = 0, accesses = 0;
    FOR_EACH(i, &analysis->sites)
        accesses += analysis->facts->accesses.items[i].array == array;
    FOR_EACH(i, &analysis->sites) {
        const Access *access = &analysis->facts->accesses.items[i];
        if (access->array != array || !all)
            continue;
        analysis->assumption_loc = access->expr->loc.file ? access->expr->loc : access->stmt->loc;
        const AccessSite *where = &analysis->sites.items[i];
        all = where->known ? take_bounds(analysis, shape, i, &questions->items[asked], accesses == 1)
                           : take_affine(analysis, shape, i);
        asked += where->known ? where->rest.count : 0;
    }
    return all;
}

static void forget(Analysis *analysis, const Array *array)
{
    FOR_EACH(i, &analysis->sites) {
        AccessSite *where = &analysis->sites.items[i];
        Access *access = &analysis->facts->accesses.items[i];
        if (access->array != array)
            continue;
        where->offset = NULL;
        where->within = false;
        where->ndim = where->nelement = 0;
        access->ndim = 0;
        access->affine = false;
        for (int d = 0; d < MAX_DIMS; d++) {
            where->dims[d] = where->low[d] = where->high[d] = NULL;
            access->dims[d] = access->extents[d] = NULL;
        }
    }
}

bool element_range_see(Analysis *analysis, const Array *array)
{
    if (!is_candidate(analysis, array))
        return false;
    RangeQuestions questions = {0};
    FOR_EACH(i, &analysis->sites) {
        const AccessSite *where = &analysis->sites.items[i];
        const Access *access = &analysis->facts->accesses.items[i];
        for (int t = 0; access->array == array && where->known && t < where->rest.count; t++) {
            RangeQuestion question = {.access = access->expr, .value = where->rest.items[t].value};
            VECTOR_PUSH(analysis->arena, &questions, question);
        }
    }
    Attempt attempt = begin_attempt(analysis);
    bool fits = value_range_find(analysis, array, &questions);
    Shape shape = shape_of_known(analysis, array);
    fits = fits && see_all(analysis, &shape, &questions, array);
    end_attempt(analysis, &attempt, !fits);
    if (!fits)
        forget(analysis, array);
    return fits;
}
