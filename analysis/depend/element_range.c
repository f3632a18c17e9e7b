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
    const Expr *value = expr->kind == EX_SYMBOL && !iterates ? symbol_definition(split->analysis, expr->symbol) : NULL;
    if (value && value != expr && !expr_mentions(value, expr->symbol))
        expr_walk(value, look_for_unbounded, split);
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

static bool is_constant(isl_pw_aff *value, int64_t *constant)
{
    if (isl_pw_aff_isa_aff(value) != isl_bool_true)
        return false;
    isl_aff *aff = isl_pw_aff_as_aff(isl_pw_aff_copy(value));
    isl_val *number = isl_aff_is_cst(aff) == isl_bool_true ? isl_aff_get_constant_val(aff) : NULL;
    bool fits = number && isl_val_is_int(number) == isl_bool_true && isl_val_cmp_si(number, INT32_MIN) > 0 &&
                isl_val_cmp_si(number, INT32_MAX) < 0;
    *constant = fits ? isl_val_get_num_si(number) : 0;
    isl_val_free(number);
    isl_aff_free(aff);
    return fits;
}

// A value from the data that is all of its dimension, or so with a number added (labels that begin at 1): the launcher
// can test whether it stays within the row.
static bool test_term(Analysis *analysis, const Shape *shape, int index, Bounds *bounds)
{
    AccessSite *where = &analysis->sites.items[index];
    const OpaqueTerm *term = where->rest.count == 1 ? &where->rest.items[0] : NULL;
    int64_t factor = 0, added = 0;
    int depth = loop_depth(where->loop), d = term ? dimension_of(shape, term, &factor) : -1;
    if (d <= 0 || factor != 1 || !is_constant(bounds->dims[0][d], &added))
        return false;
    Stride length = {0};
    stride_divides(&shape->strides[d - 1], &shape->strides[d], &length);
    where->in_row = index_add(analysis->arena, (Expr *)term->value, expr_index(analysis->arena, added));
    where->row_length = product_expr(analysis, &length.monomial, length.factor);
    bounds->opaque[d] = true;
    isl_pw_aff_free(bounds->dims[0][d]);
    bounds->dims[0][d] = affine_constant(analysis, depth, 0);
    isl_pw_aff *last = row_length_aff(analysis, shape, depth, d);
    isl_pw_aff_free(bounds->dims[1][d]);
    bounds->dims[1][d] = isl_pw_aff_add_constant_val(last, isl_val_int_from_si(analysis->ctx, -1));
    return true;
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
static bool take_bounds(Analysis *analysis, const Shape *shape, int index, const RangeQuestion *questions, bool alone,
                        bool test)
{
    AccessSite *where = &analysis->sites.items[index];
    Bounds bounds = {0};
    bool fits = true;
    query_begin(analysis);
    for (int high = 0; high < 2; high++)
        shape_distribute(analysis, shape, where->known, loop_depth(where->loop), bounds.dims[high]);
    for (int t = 0; t < where->rest.count && fits && !test; t++)
        fits = add_term(analysis, shape, index, &questions[t], &where->rest.items[t], &bounds);
    fits = (test ? test_term(analysis, shape, index, &bounds) : fits) && !(bounds.unknown && (alone || where->raw[0]));
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

static void forget_access(Analysis *analysis, int index)
{
    AccessSite *where = &analysis->sites.items[index];
    Access *access = &analysis->facts->accesses.items[index];
    where->offset = NULL;
    where->in_row = where->row_length = NULL;
    where->within = false;
    where->ndim = where->nelement = 0;
    access->ndim = 0;
    access->affine = false;
    for (int d = 0; d < MAX_DIMS; d++) {
        where->dims[d] = where->low[d] = where->high[d] = NULL;
        access->dims[d] = access->extents[d] = NULL;
    }
}

static bool is_iterator(const Expr *expr)
{
    return expr->kind == EX_SYMBOL && expr->symbol->role == SYM_ITERATOR;
}

// By proof, or else by a test of the launcher.
static bool take_tested(Analysis *analysis, const Shape *shape, int index, const RangeQuestion *questions, bool alone)
{
    Attempt attempt = begin_attempt(analysis);
    bool proven = take_bounds(analysis, shape, index, questions, alone, false) && !count_doubts(analysis, &attempt);
    end_attempt(analysis, &attempt, !proven);
    if (proven)
        return true;
    forget_access(analysis, index);
    const AccessSite *where = &analysis->sites.items[index];
    bool counts = where->rest.count == 1 && is_iterator(expr_strip_casts(where->rest.items[0].value));
    return (!alone || counts) && take_bounds(analysis, shape, index, questions, false, true);
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
        some = some || !where->raw[0] || where->known;
    }
    return plain && some && array_is_written(analysis, array, false);
}

static bool see_all(Analysis *analysis, const Shape *shape, const RangeQuestions *questions, const Array *array,
                    bool tests)
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
        const RangeQuestion *own = &questions->items[asked];
        all = !where->known ? take_affine(analysis, shape, i)
              : tests       ? take_tested(analysis, shape, i, own, accesses == 1)
                            : take_bounds(analysis, shape, i, own, accesses == 1, false);
        asked += where->known ? where->rest.count : 0;
    }
    return all;
}

static void forget(Analysis *analysis, const Array *array)
{
    FOR_EACH(i, &analysis->sites)
        if (analysis->facts->accesses.items[i].array == array)
            forget_access(analysis, i);
}

// dz[i*n + label[i]] -= 1 beside dz[i*n + j] = ..: the launcher tests that labels lie in 0..n.
static bool see_tested(Analysis *analysis, const Shape *shape, const RangeQuestions *questions, const Array *array)
{
    bool known = false; // what a test would find out, or that there is none
    FOR_EACH(i, &analysis->nest->ordered)
        known = known || analysis->nest->ordered.items[i] == array;
    FOR_EACH(i, &analysis->loops)
        known = known || analysis->loops.items[i]->independent;
    Attempt attempt = begin_attempt(analysis);
    bool fits = !known && shape->count > 1 && see_all(analysis, shape, questions, array, true) &&
                !count_doubts(analysis, &attempt);
    end_attempt(analysis, &attempt, !fits);
    if (fits)
        VECTOR_PUSH(analysis->arena, &analysis->scatters, ((Scatter){.array = array, .in_row = true}));
    else
        forget(analysis, array);
    return fits;
}

// Some of the values are elements of arrays as they are, of which only the type says bounds, or count to one: a test
// says more.
static bool asks_for_elements(const Analysis *analysis, const RangeQuestions *questions)
{
    FOR_EACH(i, questions) {
        const Expr *value = expr_strip_casts(questions->items[i].value);
        if (is_iterator(value))
            return true;
        const Expr *definition = value->kind == EX_SYMBOL ? symbol_definition(analysis, value->symbol) : NULL;
        value = definition ? expr_strip_casts(definition) : value;
        if (value->kind == EX_ACCESS)
            return true;
    }
    return false;
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
    Shape shape = shape_of_known(analysis, array);
    bool ranges = value_range_find(analysis, array, &questions);
    Attempt attempt = begin_attempt(analysis);
    bool fits = ranges && see_all(analysis, &shape, &questions, array, false);
    bool plain = asks_for_elements(analysis, &questions), doubted = fits && plain && count_doubts(analysis, &attempt);
    end_attempt(analysis, &attempt, !fits || doubted);
    if (fits && !doubted)
        return true;
    forget(analysis, array);
    if (plain && see_tested(analysis, &shape, &questions, array))
        return true;
    fits = fits && see_all(analysis, &shape, &questions, array, false);
    if (!fits)
        forget(analysis, array);
    return fits;
}
