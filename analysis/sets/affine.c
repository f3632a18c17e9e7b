// IR expressions to polynomials in parameters with affine factors, and to quasi-affine expressions.
//
// C's rules hold: / and % truncate, unsigned arithmetic and narrowing casts wrap. If a value might leave its type,
// either the domain shows that it does not, or a run-time assumption ensures it. Signed overflow does not happen.
#include "analysis/arrays/assume.h"
#include "analysis/sets/affine.h"
#include "analysis/sets/asked.h"
#include "analysis/sets/coalesce.h"
#include "analysis/sets/condition.h"
#include "analysis/sets/inline_values.h"
#include "analysis/sets/polynomial.h"
#include "analysis/sets/symbols.h"
#include "analysis/sets/table.h"

typedef struct Reader {
    Analysis *analysis;
    const Site *site;
    int depth;
} Reader;

static bool read_polynomial(const Reader *reader, const Expr *expr, bool address, Polynomial *result);

static isl_pw_aff *read_affine(const Reader *reader, const Expr *expr)
{
    Polynomial polynomial = {.limit = INT64_MAX};
    isl_pw_aff *value = NULL;
    if (read_polynomial(reader, expr, false, &polynomial) && polynomial.limit == INT64_MAX)
        value = polynomial_affine(reader->analysis, reader->depth, &polynomial);
    polynomial_free(&polynomial);
    return value;
}

typedef struct InvarianceTest {
    const Analysis *analysis;
    bool invariant;
} InvarianceTest;

bool is_accepted_divisor(const Analysis *analysis, const Expr *expr)
{
    FOR_EACH(i, &analysis->divisors)
        if (expr_equal(analysis->divisors.items[i], expr))
            return true;
    return expr->kind == EX_INT && expr->integer != 0;
}

static bool test_invariance(void *context, const Expr *expr)
{
    InvarianceTest *test = context;
    const Analysis *analysis = test->analysis;
    bool fine = type_is_integer(expr->type);
    if (expr->kind == EX_SYMBOL)
        fine = fine && expr->symbol->role == SYM_PARAM && !expr->symbol->is_volatile && analysis->ctx;
    else if (expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM))
        fine = fine && is_accepted_divisor(analysis, expr->operands[1]);
    else
        fine = fine && (expr->kind == EX_INT || expr->kind == EX_UNARY || expr->kind == EX_BINARY ||
                        expr->kind == EX_SELECT || expr->kind == EX_CAST);
    test->invariant = test->invariant && fine;
    return test->invariant;
}

bool expr_is_invariant(const Analysis *analysis, const Expr *expr)
{
    InvarianceTest test = {analysis, true};
    expr_walk(expr, test_invariance, &test);
    return test.invariant;
}

// Whether it is made of parameters alone.
static bool test_parameters(void *context, const Expr *expr)
{
    bool *whole = context;
    *whole = *whole && type_is_integer(expr->type) && expr->kind != EX_ACCESS && expr->kind != EX_CALL &&
             (expr->kind != EX_SYMBOL || (expr->symbol->role == SYM_PARAM && !expr->symbol->is_volatile));
    return *whole;
}

// Replaces symbols that stand for one value by it, so that parameters and iterators remain.
static Expr *see_through(void *context, Expr *expr)
{
    Analysis *analysis = context;
    const Expr *definition = expr->kind == EX_SYMBOL ? symbol_definition(analysis, expr->symbol) : NULL;
    if (!definition)
        return expr;
    return expr_rewrite(analysis->arena, (Expr *)definition, see_through, analysis);
}

// An invariant value that is not a polynomial, or that is a single factor, becomes a parameter of its own. What isl can
// know of it goes into the context.
static bool read_opaque(const Reader *reader, const Expr *expr, Polynomial *result)
{
    Analysis *analysis = reader->analysis;
    Expr *seen = expr_rewrite(analysis->arena, (Expr *)expr, see_through, analysis);
    assume_divisors(analysis, seen);
    if (!expr_is_invariant(analysis, seen))
        return false;
    Expr *value = expr_cast(analysis->arena, type_scalar(TY_I64), seen);
    int before = analysis->parameters.count;
    Monomial monomial = {1, {parameter_index(analysis, value, seen)}};
    if (analysis->parameters.count > before) {
        Polynomial known = {.limit = INT64_MAX};
        Site around = {NULL, own_set(analysis, isl_set_from_params(isl_set_copy(analysis->context))), false, false,
                       false};
        Reader outside = {analysis, &around, 0};
        isl_pw_aff *definition = NULL;
        if (seen->kind != EX_SYMBOL && read_polynomial(&outside, seen, false, &known) && known.limit == INT64_MAX)
            definition = polynomial_affine(analysis, 0, &known);
        polynomial_free(&known);
        if (definition) {
            isl_pw_aff *parameter = affine_parameter(analysis, 0, analysis->parameters.items[monomial.factors[0]]);
            isl_set *equal = isl_set_params(isl_pw_aff_eq_set(parameter, definition));
            analysis->context = isl_set_intersect(analysis->context, equal);
        }
    }
    return polynomial_add_term(result, &monomial, affine_constant(analysis, reader->depth, 1));
}

static bool assume_divisor(Analysis *analysis, const Expr *divisor)
{
    Site around = {NULL, own_set(analysis, isl_set_from_params(isl_set_copy(analysis->context))), false, false, false};
    Reader outside = {analysis, &around, 0};
    isl_pw_aff *value = expr_is_invariant(analysis, divisor) ? read_affine(&outside, divisor) : NULL;
    if (!value)
        return false;
    return assume_empty(analysis, isl_pw_aff_lt_set(value, affine_constant(analysis, 0, 1)), around.domain);
}

static bool look_for_divisor(void *context, const Expr *expr)
{
    Analysis *analysis = context;
    bool divides = expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM) && type_is_integer(expr->type);
    if (divides) // i / (n / m): that of the divisor first
        expr_walk(expr->operands[1], look_for_divisor, analysis);
    if (divides && !is_accepted_divisor(analysis, expr->operands[1]) && assume_divisor(analysis, expr->operands[1]))
        VECTOR_PUSH(analysis->arena, &analysis->divisors, expr->operands[1]);
    return true;
}

void assume_divisors(Analysis *analysis, const Expr *expr)
{
    bool whole = true;
    expr_walk(expr, test_parameters, &whole);
    if (whole)
        expr_walk(expr, look_for_divisor, analysis);
}

static bool read_iterator(const Reader *reader, const LoopNode *loop, Polynomial *result)
{
    bool fine = polynomial_add_affine(result, affine_iterator(reader->analysis, reader->depth, loop->depth));
    for (int t = 0; loop->base && t < loop->base->count; t++) {
        isl_pw_aff *coefficient = isl_pw_aff_copy(loop->base->terms[t].coefficient);
        coefficient = isl_pw_aff_add_dims(coefficient, isl_dim_in, (unsigned)(reader->depth - loop->depth));
        fine = fine && polynomial_add_term(result, &loop->base->terms[t].monomial, coefficient);
    }
    return fine;
}

static bool read_symbol(const Reader *reader, const Expr *expr, bool address, Polynomial *result)
{
    Analysis *analysis = reader->analysis;
    for (const LoopNode *loop = reader->site->loop; loop; loop = loop->parent)
        if (loop->loop->iterator == expr->symbol)
            return read_iterator(reader, loop, result);
    if (expr->symbol->role == SYM_PARAM && type_is_integer(expr->type) && !expr->symbol->is_volatile) {
        Expr *value = expr_cast(analysis->arena, type_scalar(TY_I64), (Expr *)expr);
        Monomial monomial = {1, {parameter_index(analysis, value, (Expr *)expr)}};
        return polynomial_add_term(result, &monomial, affine_constant(analysis, reader->depth, 1));
    }
    const Expr *definition = symbol_definition(analysis, expr->symbol);
    return definition && read_polynomial(reader, definition, address, result);
}

// ---- values that must stay within a type

static bool is_wide(const Type *type)
{
    return type->size == 8;
}

// The value was computed in, or converted to, an integer `type` that may not hold it.
static bool keep_in_type(const Reader *reader, const Type *type, bool address, Polynomial *result)
{
    if (address && is_wide(type))
        return true;
    isl_pw_aff *value = polynomial_affine(reader->analysis, reader->depth, result);
    if (value) {
        bool fine = assume_in_type(reader->analysis, reader->site, value, type);
        isl_pw_aff_free(value);
        return fine;
    }
    // The subscripts found by delinearization are not negative; the launcher tests that the whole stays below the
    // limit.
    int64_t smallest, largest;
    if (!address || !type_limits(type, &smallest, &largest))
        return false;
    result->limit = largest < result->limit ? largest : result->limit;
    return true;
}

static bool holds_all(const Type *to, const Type *from)
{
    int64_t to_smallest, to_largest, from_smallest, from_largest;
    if (!type_limits(to, &to_smallest, &to_largest) || !type_limits(from, &from_smallest, &from_largest))
        return false;
    return to_smallest <= from_smallest && from_largest <= to_largest;
}

static bool read_cast(const Reader *reader, const Expr *expr, bool address, Polynomial *result)
{
    const Expr *operand = expr->operands[0];
    if (!type_is_integer(expr->type) || !type_is_integer(operand->type) || expr->type->kind == TY_BOOL)
        return false;
    if (!read_polynomial(reader, operand, address, result))
        return false;
    return holds_all(expr->type, operand->type) || keep_in_type(reader, expr->type, address, result);
}

// ---- operators

// (n + 1) * (m + 2) is a product of two factors: rows of length m + 2 divide it. A product that wraps is one value.
static bool read_factor(const Reader *reader, const Expr *expr, bool address, Polynomial *result)
{
    bool product = expr->kind == EX_BINARY && expr->op == OP_MUL && expr_is_invariant(reader->analysis, expr) &&
                   (type_is_signed(expr->type) || (address && is_wide(expr->type)));
    if (!product)
        return read_opaque(reader, expr, result);
    Polynomial sides[2] = {{.limit = INT64_MAX}, {.limit = INT64_MAX}};
    bool fine = true;
    for (int i = 0; i < 2 && fine; i++) {
        fine = read_polynomial(reader, expr->operands[i], address, &sides[i]);
        if (!fine || sides[i].count != 1 || !is_constant_aff(sides[i].terms[0].coefficient)) {
            polynomial_free(&sides[i]);
            sides[i].limit = INT64_MAX;
            fine = read_factor(reader, expr->operands[i], address, &sides[i]);
        }
    }
    fine = fine && polynomial_multiply(&sides[0], &sides[1], result);
    for (int i = 0; i < 2; i++) {
        result->limit = sides[i].limit < result->limit ? sides[i].limit : result->limit;
        polynomial_free(&sides[i]);
    }
    return fine;
}

static bool read_product(const Reader *reader, const Expr *expr, bool address, Polynomial *result)
{
    Polynomial left = {.limit = INT64_MAX}, right = {.limit = INT64_MAX};
    bool fine = read_polynomial(reader, expr->operands[0], address, &left) &&
                read_polynomial(reader, expr->operands[1], address, &right);
    bool left_constant = fine && left.count == 1 && is_constant_aff(left.terms[0].coefficient);
    bool right_constant = fine && right.count == 1 && is_constant_aff(right.terms[0].coefficient);
    if (fine && !left_constant && !right_constant) { // i * (n + 1): n + 1 is one factor
        Polynomial factor = {.limit = INT64_MAX};
        Polynomial *side = NULL;
        if (read_factor(reader, expr->operands[1], address, &factor))
            side = &right;
        else if (polynomial_free(&factor), read_factor(reader, expr->operands[0], address, &factor))
            side = &left;
        if (side) {
            polynomial_free(side);
            *side = factor;
        } else {
            polynomial_free(&factor);
        }
    }
    fine = fine && polynomial_multiply(&left, &right, result);
    int64_t limit = left.limit < right.limit ? left.limit : right.limit;
    result->limit = limit < result->limit ? limit : result->limit;
    polynomial_free(&left);
    polynomial_free(&right);
    return fine;
}

static bool read_sum(const Reader *reader, const Expr *expr, bool address, Polynomial *result)
{
    Polynomial right = {.limit = INT64_MAX};
    bool fine = read_polynomial(reader, expr->operands[0], address, result) &&
                read_polynomial(reader, expr->operands[1], address, &right);
    fine = fine && polynomial_add(result, &right, expr->op == OP_SUB ? -1 : 1);
    polynomial_free(&right);
    return fine;
}

static isl_val *constant_value(const Reader *reader, const Expr *expr)
{
    const Expr *stripped = expr_strip_casts(expr);
    if (stripped->kind != EX_INT)
        return NULL;
    return isl_val_int_from_si(reader->analysis->ctx, stripped->integer);
}

// ---- divisors that are not constant: (i + 1) % n, where the quotient is one of few numbers

enum { MAX_QUOTIENT = 3 };

typedef struct Division {
    Analysis *analysis;
    int depth;
    isl_set *domain; // with all that is known of the parameters
    isl_pw_aff *value, *divisor;
} Division;

static isl_pw_aff *times_divisor(const Division *division, int64_t factor)
{
    return isl_pw_aff_scale_val(isl_pw_aff_copy(division->divisor),
                                isl_val_int_from_si(division->analysis->ctx, factor));
}

// Where value >= factor * divisor.
static isl_set *from_multiple(const Division *division, int64_t factor)
{
    return isl_pw_aff_ge_set(isl_pw_aff_copy(division->value), times_divisor(division, factor));
}

static bool never(const Division *division, __isl_take isl_set *where)
{
    isl_set *there = isl_set_intersect(where, isl_set_copy(division->domain));
    bool none = isl_set_is_empty(there) == isl_bool_true;
    isl_set_free(there);
    return none;
}

// Where C's quotient is `quotient`, which rounds towards zero.
static isl_set *where_quotient(const Division *division, int64_t quotient)
{
    isl_set *where;
    if (quotient == 0) {
        isl_pw_aff *below = isl_pw_aff_neg(isl_pw_aff_copy(division->divisor));
        where =
            isl_set_subtract(isl_pw_aff_gt_set(isl_pw_aff_copy(division->value), below), from_multiple(division, 1));
    } else if (quotient > 0) {
        where = isl_set_subtract(from_multiple(division, quotient), from_multiple(division, quotient + 1));
    } else {
        isl_pw_aff *last = times_divisor(division, quotient), *before = times_divisor(division, quotient - 1);
        where = isl_set_intersect(isl_pw_aff_le_set(isl_pw_aff_copy(division->value), last),
                                  isl_pw_aff_gt_set(isl_pw_aff_copy(division->value), before));
    }
    return where;
}

static isl_pw_aff *by_quotients(const Division *division, bool remainder)
{
    int64_t least = 0, most = 0;
    while (most <= MAX_QUOTIENT && !never(division, from_multiple(division, most + 1)))
        most++;
    while (least >= -MAX_QUOTIENT && !never(division, isl_set_complement(from_multiple(division, least))) &&
           !never(division, isl_pw_aff_le_set(isl_pw_aff_copy(division->value), times_divisor(division, least - 1))))
        least--;
    if (most > MAX_QUOTIENT || least < -MAX_QUOTIENT)
        return NULL;
    isl_pw_aff *result = NULL;
    for (int64_t quotient = least; quotient <= most; quotient++) {
        isl_pw_aff *piece = remainder
                                ? isl_pw_aff_sub(isl_pw_aff_copy(division->value), times_divisor(division, quotient))
                                : affine_constant(division->analysis, division->depth, quotient);
        piece = isl_pw_aff_intersect_domain(piece, where_quotient(division, quotient));
        result = result ? isl_pw_aff_union_add(result, piece) : piece;
    }
    bool exact;
    return coalesce_aff(result, &exact);
}

// value, divisor: keep.
static isl_pw_aff *divide(const Reader *reader, isl_pw_aff *value, isl_pw_aff *divisor, bool remainder)
{
    Analysis *analysis = reader->analysis;
    const Site *site = reader->site;
    Asked question = {
        .domain = site->domain, .value = value, .divisor = divisor, .loop = site->loop, .remainder = remainder};
    const Asked *before = asked_before(analysis, &question);
    if (before)
        return before->result ? isl_pw_aff_copy(before->result) : NULL;
    isl_set *negative = isl_pw_aff_lt_set(isl_pw_aff_copy(divisor), affine_constant(analysis, reader->depth, 1));
    negative = isl_set_intersect(negative, isl_set_copy(site->domain));
    if (!assume_empty(analysis, negative, site->domain))
        return NULL;
    isl_set *known = isl_set_intersect(isl_set_copy(analysis->context), isl_set_copy(analysis->type_ranges));
    isl_set *domain = isl_set_intersect_params(isl_set_copy(site->domain), known);
    Division division = {analysis, reader->depth, domain, value, divisor};
    isl_pw_aff *result = by_quotients(&division, remainder);
    isl_set_free(domain);
    question.result = result;
    asked_now(analysis, question);
    return result;
}

static isl_pw_aff *read_symbolic_division(const Reader *reader, const Expr *expr)
{
    bool truncates = expr->op == OP_DIV || expr->op == OP_REM;
    isl_pw_aff *divisor = truncates ? read_affine(reader, expr->operands[1]) : NULL;
    isl_pw_aff *value = divisor ? read_affine(reader, expr->operands[0]) : NULL;
    if (!value) {
        isl_pw_aff_free(divisor);
        return NULL;
    }
    isl_pw_aff *result = divide(reader, value, divisor, expr->op == OP_REM);
    isl_pw_aff_free(value);
    isl_pw_aff_free(divisor);
    return result;
}

// Division and remainder, as C, or rounding down or up.
static isl_pw_aff *read_division(const Reader *reader, const Expr *expr)
{
    const Expr *divisor = expr_strip_casts(expr->operands[1]);
    if (divisor->kind != EX_INT)
        return read_symbolic_division(reader, expr);
    if (divisor->integer <= 0)
        return NULL;
    isl_pw_aff *value = read_affine(reader, expr->operands[0]);
    isl_val *by = constant_value(reader, expr->operands[1]);
    isl_pw_aff *constant = affine_constant(reader->analysis, reader->depth, divisor->integer);
    switch (expr->op) {
    case OP_DIV: isl_val_free(by); return isl_pw_aff_tdiv_q(value, constant);
    case OP_REM: isl_val_free(by); return isl_pw_aff_tdiv_r(value, constant);
    default: break;
    }
    isl_pw_aff_free(constant);
    if (expr->op == OP_FLOOR_MOD)
        return isl_pw_aff_mod_val(value, by);
    value = isl_pw_aff_scale_down_val(value, by);
    return expr->op == OP_FLOOR_DIV ? isl_pw_aff_floor(value) : isl_pw_aff_ceil(value);
}

static isl_pw_aff *read_shift(const Reader *reader, const Expr *expr)
{
    const Expr *count = expr_strip_casts(expr->operands[1]);
    if (count->kind != EX_INT || count->integer < 0 || count->integer > 30)
        return NULL;
    isl_val *factor = isl_val_int_from_si(reader->analysis->ctx, (int64_t)1 << count->integer);
    isl_pw_aff *value = read_affine(reader, expr->operands[0]);
    return expr->op == OP_SHL ? isl_pw_aff_scale_val(value, factor)
                              : isl_pw_aff_floor(isl_pw_aff_scale_down_val(value, factor));
}

// x & (2^k - 1) is the remainder r of a division that rounds down, and x ^ (2^k - 1) is x - r + (2^k - 1 - r).
static isl_pw_aff *read_mask(const Reader *reader, const Expr *expr)
{
    const Expr *mask = expr_strip_casts(expr->operands[1]);
    if (mask->kind != EX_INT || mask->integer < 0 || mask->integer > INT32_MAX || (mask->integer & (mask->integer + 1)))
        return NULL;
    isl_ctx *ctx = reader->analysis->ctx;
    isl_pw_aff *value = read_affine(reader, expr->operands[0]);
    isl_pw_aff *rest = isl_pw_aff_mod_val(isl_pw_aff_copy(value), isl_val_int_from_si(ctx, mask->integer + 1));
    if (expr->op == OP_XOR) {
        rest = isl_pw_aff_add_constant_val(isl_pw_aff_scale_val(rest, isl_val_int_from_si(ctx, -2)),
                                           isl_val_int_from_si(ctx, mask->integer));
        return isl_pw_aff_add(value, rest);
    }
    isl_pw_aff_free(value);
    return rest;
}

// condition ? yes : no, each arm under its own condition.
static isl_pw_aff *read_select(const Reader *reader, const Expr *expr)
{
    Analysis *analysis = reader->analysis;
    isl_pw_aff *arms[2];
    isl_pw_aff *test = NULL;
    for (int arm = 0; arm < 2; arm++) {
        bool exact = true;
        isl_set *where = condition_set(analysis, reader->site, expr->operands[0], arm == 0, &exact);
        Site inside = *reader->site;
        inside.domain = isl_set_intersect(isl_set_copy(inside.domain), isl_set_copy(where));
        Reader nested = {analysis, &inside, reader->depth};
        arms[arm] = exact && inside.domain ? read_affine(&nested, expr->operands[1 + arm]) : NULL;
        isl_set_free(inside.domain);
        if (arm == 0)
            test = isl_set_indicator_function(where);
        else
            isl_set_free(where);
    }
    return isl_pw_aff_cond(test, arms[0], arms[1]);
}

// Of the factors of each product: `y == 0 ? y * n + x : y * n + x - n` is (y == 0 ? y : y - 1) * n + x.
static bool choose_polynomial(const Reader *reader, const Expr *expr, bool address, Polynomial *result)
{
    bool fine = true;
    for (int arm = 0; arm < 2 && fine; arm++) {
        bool exact = true;
        isl_set *where = condition_set(reader->analysis, reader->site, expr->operands[0], arm == 0, &exact);
        Site inside = *reader->site;
        inside.domain = isl_set_intersect(isl_set_copy(inside.domain), isl_set_copy(where));
        Reader nested = {reader->analysis, &inside, reader->depth};
        Polynomial chosen = {.limit = INT64_MAX};
        fine = exact && inside.domain && read_polynomial(&nested, expr->operands[1 + arm], address, &chosen);
        for (int i = 0; i < chosen.count; i++) {
            isl_pw_aff *none = affine_constant(reader->analysis, reader->depth, 0),
                       *test = isl_set_indicator_function(isl_set_copy(where));
            chosen.terms[i].coefficient = isl_pw_aff_cond(test, chosen.terms[i].coefficient, none);
        }
        fine = fine && polynomial_add(result, &chosen, 1);
        polynomial_free(&chosen);
        isl_set_free(inside.domain);
        isl_set_free(where);
    }
    return fine;
}

static isl_pw_aff *read_extremum(const Reader *reader, const Expr *expr)
{
    isl_pw_aff *left = read_affine(reader, expr->operands[0]), *right = read_affine(reader, expr->operands[1]);
    return expr->op == OP_MIN ? isl_pw_aff_min(left, right) : isl_pw_aff_max(left, right);
}

static isl_pw_aff *read_truth(const Reader *reader, const Expr *expr)
{
    bool exact = true;
    isl_set *where = condition_set(reader->analysis, reader->site, expr, true, &exact);
    if (exact)
        return isl_set_indicator_function(where);
    isl_set_free(where);
    return NULL;
}

static isl_pw_aff *read_quasi_affine(const Reader *reader, const Expr *expr)
{
    switch (expr->op) {
    case OP_DIV:
    case OP_REM:
    case OP_FLOOR_DIV:
    case OP_CEIL_DIV:
    case OP_FLOOR_MOD: return read_division(reader, expr);
    case OP_SHL:
    case OP_SHR: return read_shift(reader, expr);
    case OP_AND:
    case OP_XOR: return read_mask(reader, expr);
    case OP_MIN:
    case OP_MAX: return read_extremum(reader, expr);
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE:
    case OP_LOGICAL_AND:
    case OP_LOGICAL_OR: return read_truth(reader, expr);
    default: return NULL;
    }
}

static bool read_binary(const Reader *reader, const Expr *expr, bool address, Polynomial *result)
{
    bool wraps = !type_is_signed(expr->type);
    switch (expr->op) {
    case OP_ADD:
    case OP_SUB:
        return read_sum(reader, expr, address, result) && (!wraps || keep_in_type(reader, expr->type, address, result));
    case OP_MUL:
        return read_product(reader, expr, address, result) &&
               (!wraps || keep_in_type(reader, expr->type, address, result));
    default: break;
    }
    isl_pw_aff *value = read_quasi_affine(reader, expr);
    if (!value)
        return read_opaque(reader, expr, result);
    if (!polynomial_add_affine(result, value))
        return false;
    return expr->op != OP_SHL || !wraps || keep_in_type(reader, expr->type, address, result);
}

static bool read_unary(const Reader *reader, const Expr *expr, bool address, Polynomial *result)
{
    if (expr->op == OP_NOT)
        return polynomial_add_affine(result, read_truth(reader, expr));
    Polynomial operand = {.limit = INT64_MAX};
    bool fine = read_polynomial(reader, expr->operands[0], address, &operand) && polynomial_add(result, &operand, -1);
    polynomial_free(&operand);
    if (fine && expr->op == OP_COMPLEMENT)
        fine = polynomial_add_affine(result, affine_constant(reader->analysis, reader->depth, -1));
    return fine && (type_is_signed(expr->type) || keep_in_type(reader, expr->type, address, result));
}

static bool read_polynomial(const Reader *reader, const Expr *expr, bool address, Polynomial *result)
{
    if (!type_is_integer(expr->type))
        return false;
    switch (expr->kind) {
    case EX_INT:
        if (expr->type->kind == TY_U64 && expr->integer < 0 && !address)
            return false;
        return polynomial_add_affine(result, affine_constant(reader->analysis, reader->depth, expr->integer));
    case EX_SYMBOL: return read_symbol(reader, expr, address, result);
    case EX_CAST: return read_cast(reader, expr, address, result);
    case EX_UNARY: return read_unary(reader, expr, address, result);
    case EX_BINARY: return read_binary(reader, expr, address, result);
    case EX_SELECT: {
        isl_pw_aff *value = read_select(reader, expr);
        if (value)
            return polynomial_add_affine(result, value);
        return read_opaque(reader, expr, result) || choose_polynomial(reader, expr, address, result);
    }
    case EX_ACCESS: {
        isl_pw_aff *value = table_value(reader->analysis, reader->site, expr);
        return value && polynomial_add_affine(result, value);
    }
    case EX_CALL: {
        const Expr *value = call_value(reader->analysis->arena, expr);
        return value && read_polynomial(reader, value, address, result);
    }
    default: return false;
    }
}

bool polynomial_from_expr(Analysis *analysis, const Site *site, const Expr *expr, bool address, Polynomial *result)
{
    Reader reader = {analysis, site, loop_depth(site->loop)};
    result->count = 0;
    result->limit = INT64_MAX;
    if (site->domain && read_polynomial(&reader, expr, address, result))
        return true;
    polynomial_free(result);
    return false;
}

isl_pw_aff *affine_from_expr(Analysis *analysis, const Site *site, const Expr *expr)
{
    Reader reader = {analysis, site, loop_depth(site->loop)};
    return site->domain ? read_affine(&reader, expr) : NULL;
}
