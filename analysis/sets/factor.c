// Sums of parameters as multiples of a parameter that stands for a sum: (n + 1) * (n + 2) in an array whose rows have
// length n + 2.
//
// A factor n + 2 of an iterator is a parameter p of its own (affine.c), but products without iterators are multiplied
// out, so the row n + 1 of the same array is n*n + 3*n + 2. With n = p - 2 it is p*p - p, the row p - 1.
#include "analysis/sets/factor.h"
#include "analysis/sets/affine.h"
#include "analysis/sets/polynomial.h"

typedef struct Factoring {
    Analysis *analysis;
    const Site *site;
    int parameter, variable; // the former stays; the latter is replaced
    Polynomial value;        // of the variable
} Factoring;

static isl_pw_aff *constant(const Factoring *factoring, int64_t number)
{
    return affine_constant(factoring->analysis, loop_depth(factoring->site->loop), number);
}

static bool add_parameter(const Factoring *factoring, int parameter, int64_t number, Polynomial *result)
{
    Monomial itself = {1, {parameter}};
    return polynomial_add_term(result, &itself, constant(factoring, number));
}

// The sum that a parameter stands for. false: it stands for itself, or the sum needs new assumptions.
static bool read_sum(const Factoring *factoring, int parameter, Polynomial *sum)
{
    Analysis *analysis = factoring->analysis;
    const Expr *words = analysis->parameters.items[parameter]->words;
    int parameters = analysis->parameters.count, assumptions = analysis->facts->assumptions.count;
    if (words->kind != EX_BINARY || (words->op != OP_ADD && words->op != OP_SUB) ||
        !polynomial_from_expr(analysis, factoring->site, words, false, sum))
        return false;
    bool fine = sum->limit == INT64_MAX && analysis->parameters.count == parameters &&
                analysis->facts->assumptions.count == assumptions;
    for (int t = 0; t < sum->count; t++)
        fine = fine && is_constant_aff(sum->terms[t].coefficient);
    if (!fine)
        polynomial_free(sum);
    return fine;
}

static void drop_zeros(Polynomial *polynomial)
{
    int kept = 0;
    for (int t = 0; t < polynomial->count; t++) {
        if (is_constant_aff(polynomial->terms[t].coefficient) && term_constant(&polynomial->terms[t]) == 0)
            isl_pw_aff_free(polynomial->terms[t].coefficient);
        else
            polynomial->terms[kept++] = polynomial->terms[t];
    }
    polynomial->count = kept;
}

// p = v + rest: the variable v, the first one that the sum has once, is p - rest.
static bool find_variable(Factoring *factoring)
{
    Polynomial sum = {0};
    factoring->variable = -1;
    factoring->value = (Polynomial){.limit = INT64_MAX};
    if (!read_sum(factoring, factoring->parameter, &sum))
        return false;
    for (int t = 0; t < sum.count && factoring->variable < 0; t++)
        if (sum.terms[t].monomial.degree == 1 && term_constant(&sum.terms[t]) == 1)
            factoring->variable = sum.terms[t].monomial.factors[0];
    bool fine = factoring->variable >= 0 && add_parameter(factoring, factoring->parameter, 1, &factoring->value) &&
                add_parameter(factoring, factoring->variable, 1, &factoring->value);
    fine = polynomial_add(&factoring->value, &sum, -1) && fine;
    drop_zeros(&factoring->value);
    polynomial_free(&sum);
    return fine;
}

typedef enum Replacement { BY_SUMS, BY_PARAMETER } Replacement;

static bool read_factor(const Factoring *factoring, int parameter, Replacement by, Polynomial *factor)
{
    if (by == BY_SUMS && parameter != factoring->parameter && read_sum(factoring, parameter, factor))
        return true;
    bool variable = by == BY_PARAMETER && parameter == factoring->variable;
    if (!variable)
        return add_parameter(factoring, parameter, 1, factor);
    Polynomial one = {.limit = INT64_MAX};
    bool fine =
        polynomial_add_affine(&one, constant(factoring, 1)) && polynomial_multiply(&factoring->value, &one, factor);
    polynomial_free(&one);
    return fine;
}

// result += coefficient * the product of what the factors are replaced by.
static bool replace_term(const Factoring *factoring, const Term *term, Replacement by, Polynomial *result)
{
    Polynomial product = {.limit = INT64_MAX};
    bool fine = polynomial_add_affine(&product, isl_pw_aff_copy(term->coefficient));
    for (int f = 0; f < term->monomial.degree && fine; f++) {
        Polynomial factor = {.limit = INT64_MAX}, next = {.limit = INT64_MAX};
        fine = read_factor(factoring, term->monomial.factors[f], by, &factor) &&
               polynomial_multiply(&product, &factor, &next);
        polynomial_free(&factor);
        polynomial_free(&product);
        product = next;
    }
    fine = polynomial_add(result, &product, 1) && fine;
    polynomial_free(&product);
    return fine;
}

static bool replace(const Factoring *factoring, const Polynomial *source, Replacement by, Polynomial *result)
{
    bool fine = true;
    *result = (Polynomial){.limit = source->limit};
    for (int t = 0; t < source->count && fine; t++)
        fine = replace_term(factoring, &source->terms[t], by, result);
    drop_zeros(result);
    return fine;
}

// Only constants mention it: what iterators multiply by it moves in other steps.
static bool is_constant_part(const Polynomial *polynomial, int parameter)
{
    bool found = false, constant = true;
    for (int t = 0; t < polynomial->count; t++)
        for (int f = 0; f < polynomial->terms[t].monomial.degree; f++)
            if (polynomial->terms[t].monomial.factors[f] == parameter) {
                found = true;
                constant = constant && is_constant_aff(polynomial->terms[t].coefficient);
            }
    return found && constant;
}

Polynomial *factor_by_parameter(Analysis *analysis, const Site *site, const Polynomial *polynomial, int parameter)
{
    Factoring factoring = {.analysis = analysis, .site = site, .parameter = parameter};
    Polynomial sums = {0}, *result = NULL;
    if (find_variable(&factoring) && replace(&factoring, polynomial, BY_SUMS, &sums) &&
        is_constant_part(&sums, factoring.variable)) {
        result = ARENA_NEW(analysis->arena, Polynomial);
        if (!replace(&factoring, &sums, BY_PARAMETER, result)) {
            polynomial_free(result);
            result = NULL;
        }
    }
    polynomial_free(&sums);
    polynomial_free(&factoring.value);
    return result;
}
