// Parameters, and polynomials in them with affine factors. Also the allowance of isl operations.
#include "analysis/sets/polynomial.h"
#include "analysis/sets/expression.h"
#include "analysis/words.h"

#include <string.h>

// ---- isl objects and their allowance

enum { OPERATIONS_PER_QUERY = 120000, OPERATIONS_PER_NEST = 2000000, OPERATIONS_PER_ACCESS = 500 };

extern isl_stat isl_ctx_next_operation(isl_ctx *ctx); // isl exports it, but its headers leave it out

static bool has_used(isl_ctx *ctx, unsigned long operations)
{
    isl_ctx_set_max_operations(ctx, operations);
    return isl_ctx_next_operation(ctx) != isl_stat_ok;
}

// isl counts its operations but does not report the number; it only reports that they exceed a limit.
static long operations_used(isl_ctx *ctx)
{
    long least = 0, most = OPERATIONS_PER_QUERY;
    while (least < most) {
        long middle = least + (most - least + 1) / 2;
        if (has_used(ctx, (unsigned long)middle))
            least = middle;
        else
            most = middle - 1;
    }
    return least;
}

long query_operations(const Analysis *analysis)
{
    unsigned long most = isl_ctx_get_max_operations(analysis->ctx);
    bool failed = isl_ctx_last_error(analysis->ctx) != isl_error_none;
    long used = operations_used(analysis->ctx);
    if (!failed)
        isl_ctx_reset_error(analysis->ctx);
    isl_ctx_set_max_operations(analysis->ctx, most);
    return used;
}

// Each query has an allowance of operations, and all queries of a nest together have another one, which is larger for
// nests with thousands of accesses. Operations are counted instead of time, so that the same text has the same answers
// everywhere.
void query_begin(Analysis *analysis)
{
    long used = operations_used(analysis->ctx);
    analysis->operations += used;
    long usual = OPERATIONS_PER_NEST + (long)OPERATIONS_PER_ACCESS * analysis->facts->accesses.count;
    long given = analysis->nest->unit ? analysis->nest->unit->analysis_limit : 0, all = given ? given : usual;
    long left = all - analysis->operations;
    analysis->over_limit = analysis->over_limit || left <= 0 || used >= OPERATIONS_PER_QUERY;
    isl_ctx_reset_operations(analysis->ctx);
    isl_ctx_set_max_operations(analysis->ctx, left <= 0                     ? 1
                                              : left < OPERATIONS_PER_QUERY ? (unsigned long)left
                                                                            : OPERATIONS_PER_QUERY);
    isl_ctx_reset_error(analysis->ctx);
}

void query_limit(Analysis *analysis, long operations)
{
    if ((long)isl_ctx_get_max_operations(analysis->ctx) > operations)
        isl_ctx_set_max_operations(analysis->ctx, (unsigned long)operations);
}

isl_set *own_set(Analysis *analysis, isl_set *take)
{
    VECTOR_PUSH(analysis->arena, &analysis->sets, take);
    return take;
}

isl_pw_aff *own_aff(Analysis *analysis, isl_pw_aff *take)
{
    VECTOR_PUSH(analysis->arena, &analysis->affs, take);
    return take;
}

static isl_space *domain_space(Analysis *analysis, int depth)
{
    return isl_space_set_alloc(analysis->ctx, 0, (unsigned)depth);
}

isl_pw_aff *affine_constant(Analysis *analysis, int depth, int64_t value)
{
    isl_set *domain = isl_set_universe(domain_space(analysis, depth));
    return isl_pw_aff_val_on_domain(domain, isl_val_int_from_si(analysis->ctx, value));
}

isl_pw_aff *affine_iterator(Analysis *analysis, int depth, int dim)
{
    isl_local_space *space = isl_local_space_from_space(domain_space(analysis, depth));
    return isl_pw_aff_var_on_domain(space, isl_dim_set, (unsigned)dim);
}

isl_pw_aff *affine_parameter(Analysis *analysis, int depth, const Parameter *parameter)
{
    isl_space *space = isl_space_add_param_id(domain_space(analysis, depth), isl_id_copy(parameter->id));
    return isl_pw_aff_var_on_domain(isl_local_space_from_space(space), isl_dim_param, 0);
}

// ---- parameters

bool type_limits(const Type *type, int64_t *smallest, int64_t *largest)
{
    switch (type->kind) {
    case TY_BOOL: *smallest = 0, *largest = 1; return true;
    case TY_I8: *smallest = INT8_MIN, *largest = INT8_MAX; return true;
    case TY_U8: *smallest = 0, *largest = UINT8_MAX; return true;
    case TY_I16: *smallest = INT16_MIN, *largest = INT16_MAX; return true;
    case TY_U16: *smallest = 0, *largest = UINT16_MAX; return true;
    case TY_I32: *smallest = INT32_MIN, *largest = INT32_MAX; return true;
    case TY_U32: *smallest = 0, *largest = UINT32_MAX; return true;
    case TY_I64: *smallest = INT64_MIN, *largest = INT64_MAX; return true;
    case TY_U64: *smallest = 0, *largest = INT64_MAX; return true;
    default: return false;
    }
}

// A constraint `sign * (p - bound) >= 0` on one parameter, as a parameter set.
static isl_set *parameter_bound(Analysis *analysis, const Parameter *parameter, int64_t bound, bool at_least)
{
    isl_pw_aff *value = affine_parameter(analysis, 0, parameter);
    isl_pw_aff *limit = affine_constant(analysis, 0, bound);
    isl_set *set = at_least ? isl_pw_aff_ge_set(value, limit) : isl_pw_aff_le_set(value, limit);
    return isl_set_params(set);
}

// isl sees the values of 64-bit unsigned numbers below 2^63, where C converts them to the same signed ones.
static void assume_half_range(Analysis *analysis, const Parameter *parameter)
{
    Expr *zero = expr_index(analysis->arena, 0);
    Assumption assumption = {.loc = analysis->assumption_loc};
    assumption.condition = expr_binary(analysis->arena, OP_GE, parameter->value, zero, type_scalar(TY_I64));
    assumption.words = arena_printf(analysis->arena, "%s < 2^63", user_words(analysis->arena, parameter->words));
    VECTOR_PUSH(analysis->arena, &analysis->facts->assumptions, assumption);
}

static void note_type_range(Analysis *analysis, const Parameter *parameter, const Type *type)
{
    int64_t smallest, largest;
    if (!type_limits(type, &smallest, &largest))
        return;
    if (smallest == 0)
        analysis->context = isl_set_intersect(analysis->context, parameter_bound(analysis, parameter, 0, true));
    else if (smallest != INT64_MIN)
        analysis->type_ranges =
            isl_set_intersect(analysis->type_ranges, parameter_bound(analysis, parameter, smallest, true));
    if (largest != INT64_MAX)
        analysis->type_ranges =
            isl_set_intersect(analysis->type_ranges, parameter_bound(analysis, parameter, largest, false));
}

int parameter_index(Analysis *analysis, Expr *value, Expr *words)
{
    FOR_EACH(i, &analysis->parameters)
        if (expr_equal(analysis->parameters.items[i]->value, value))
            return i;
    Parameter *parameter = ARENA_NEW(analysis->arena, Parameter);
    parameter->value = value;
    parameter->words = words;
    const char *name = arena_printf(analysis->arena, "p%d", analysis->parameters.count);
    parameter->id = isl_id_alloc(analysis->ctx, name, parameter);
    VECTOR_PUSH(analysis->arena, &analysis->parameters, parameter);
    note_type_range(analysis, parameter, words->type);
    if (words->type->kind == TY_U64)
        assume_half_range(analysis, parameter);
    return analysis->parameters.count - 1;
}

Parameter *parameter_of(Analysis *analysis, Expr *value, Expr *words)
{
    int index = parameter_index(analysis, value, words); // may move the items
    return analysis->parameters.items[index];
}

// n * n >= (2 * k + 1) * n - k * (k + 1) for integers: n is no number between k and k + 1. With such bounds the
// elements u[i] and u[(n - 1) * n + i] are apart for 0 <= i < n.
static void note_square(Analysis *analysis, const Parameter *product, const Parameter *factor)
{
    for (int k = -1; k <= 1; k++) {
        isl_pw_aff *bound = affine_parameter(analysis, 0, factor);
        bound = isl_pw_aff_scale_val(bound, isl_val_int_from_si(analysis->ctx, 2 * k + 1));
        bound = isl_pw_aff_add_constant_val(bound, isl_val_int_from_si(analysis->ctx, -(long)k * (k + 1)));
        isl_set *above = isl_set_params(isl_pw_aff_ge_set(affine_parameter(analysis, 0, product), bound));
        analysis->context = isl_set_intersect(analysis->context, above);
    }
}

static const Parameter *product_parameter(Analysis *analysis, const Monomial *monomial)
{
    Expr *value = NULL, *words = NULL;
    for (int i = 0; i < monomial->degree; i++) {
        const Parameter *factor = analysis->parameters.items[monomial->factors[i]];
        value = value ? index_mul(analysis->arena, value, factor->value) : factor->value;
        words = words ? index_mul(analysis->arena, words, factor->words) : factor->words;
    }
    Parameter *product = parameter_of(analysis, value, words);
    bool is_new = product->product.degree == 0;
    product->product = *monomial;
    if (is_new && monomial->degree == 2 && monomial->factors[0] == monomial->factors[1])
        note_square(analysis, product, analysis->parameters.items[monomial->factors[0]]);
    return product;
}

isl_pw_aff *affine_monomial(Analysis *analysis, int depth, const Monomial *monomial)
{
    if (monomial->degree == 0)
        return affine_constant(analysis, depth, 1);
    if (monomial->degree == 1)
        return affine_parameter(analysis, depth, analysis->parameters.items[monomial->factors[0]]);
    return affine_parameter(analysis, depth, product_parameter(analysis, monomial));
}

// ---- polynomials

void polynomial_free(Polynomial *polynomial)
{
    for (int i = 0; i < polynomial->count; i++)
        isl_pw_aff_free(polynomial->terms[i].coefficient);
    polynomial->count = 0;
}

static bool monomial_equal(const Monomial *left, const Monomial *right)
{
    return left->degree == right->degree &&
           memcmp(left->factors, right->factors, sizeof(int) * (size_t)left->degree) == 0;
}

bool polynomial_add_term(Polynomial *polynomial, const Monomial *monomial, __isl_take isl_pw_aff *coefficient)
{
    if (!coefficient)
        return false;
    for (int i = 0; i < polynomial->count; i++) {
        Term *term = &polynomial->terms[i];
        if (monomial_equal(&term->monomial, monomial)) {
            term->coefficient = isl_pw_aff_add(term->coefficient, coefficient);
            return term->coefficient != NULL;
        }
    }
    if (polynomial->count == MAX_TERMS) {
        isl_pw_aff_free(coefficient);
        return false;
    }
    polynomial->terms[polynomial->count++] = (Term){*monomial, coefficient};
    return true;
}

bool polynomial_add_affine(Polynomial *result, __isl_take isl_pw_aff *value)
{
    static const Monomial one;
    return polynomial_add_term(result, &one, value);
}

// result += sign * source; consumes the source.
bool polynomial_add(Polynomial *result, Polynomial *source, int sign)
{
    bool fine = true;
    if (source->limit < result->limit)
        result->limit = source->limit;
    for (int i = 0; i < source->count; i++) {
        isl_pw_aff *coefficient = source->terms[i].coefficient;
        coefficient = sign < 0 ? isl_pw_aff_neg(coefficient) : coefficient;
        fine = polynomial_add_term(result, &source->terms[i].monomial, coefficient) && fine;
    }
    source->count = 0;
    return fine;
}

static bool monomial_product(const Monomial *left, const Monomial *right, Monomial *product)
{
    if (left->degree + right->degree > MAX_DEGREE)
        return false;
    int l = 0, r = 0;
    product->degree = left->degree + right->degree;
    for (int i = 0; i < product->degree; i++) {
        bool from_left = r == right->degree || (l < left->degree && left->factors[l] <= right->factors[r]);
        product->factors[i] = from_left ? left->factors[l++] : right->factors[r++];
    }
    return true;
}

bool is_constant_aff(isl_pw_aff *aff)
{
    return isl_pw_aff_is_cst(aff) == isl_bool_true;
}

int64_t term_constant(const Term *term)
{
    isl_ctx *ctx = isl_pw_aff_get_ctx(term->coefficient);
    unsigned long most = lift_allowance(ctx); // at its end there would be no constant, which reads as 0
    isl_aff *aff = isl_pw_aff_isa_aff(term->coefficient) == isl_bool_true
                       ? isl_pw_aff_as_aff(isl_pw_aff_copy(term->coefficient))
                       : NULL;
    isl_val *value = isl_aff_get_constant_val(aff);
    int64_t number = value && isl_val_is_int(value) == isl_bool_true ? isl_val_get_num_si(value) : 0;
    isl_val_free(value);
    isl_aff_free(aff);
    isl_ctx_set_max_operations(ctx, most);
    return number;
}

bool polynomial_multiply(const Polynomial *left, const Polynomial *right, Polynomial *result)
{
    for (int l = 0; l < left->count; l++)
        for (int r = 0; r < right->count; r++) {
            Monomial monomial = {0};
            isl_pw_aff *a = left->terms[l].coefficient, *b = right->terms[r].coefficient;
            bool linear = is_constant_aff(a) || is_constant_aff(b);
            if (!linear || !monomial_product(&left->terms[l].monomial, &right->terms[r].monomial, &monomial) ||
                !polynomial_add_term(result, &monomial, isl_pw_aff_mul(isl_pw_aff_copy(a), isl_pw_aff_copy(b))))
                return false;
        }
    return true;
}

static bool is_affine_polynomial(const Polynomial *polynomial)
{
    for (int i = 0; i < polynomial->count; i++)
        if (polynomial->terms[i].monomial.degree > 0 && !is_constant_aff(polynomial->terms[i].coefficient))
            return false;
    return true;
}

isl_pw_aff *polynomial_affine(Analysis *analysis, int depth, const Polynomial *polynomial)
{
    if (!is_affine_polynomial(polynomial))
        return NULL;
    isl_pw_aff *sum = affine_constant(analysis, depth, 0);
    for (int i = 0; i < polynomial->count; i++) {
        const Term *term = &polynomial->terms[i];
        isl_pw_aff *value = affine_monomial(analysis, depth, &term->monomial);
        sum = isl_pw_aff_add(sum, isl_pw_aff_mul(isl_pw_aff_copy(term->coefficient), value));
    }
    return sum;
}
