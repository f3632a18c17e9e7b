// Strides of which none is a multiple of the other, as in A[b*stride + i*m + j]: the matrices of a batch begin at multiples of their
// rows' length mostly. Then stride is (stride / m) * m, which the launcher tests, and the strides nest. So it is with rows of several
// parts, A[b*n*row + i*row + h*part + k]: in products as well, row is (row / part) * part.
#include "analysis/arrays/shape.h"

typedef struct Step {
    int parameter;
    int depth;          // of the outermost iterator that it multiplies
    Monomial instead;   // the same, in products that nest
} Step;

typedef struct Steps {
    Step items[MAX_DIMS];
    int count;
    bool fine;          // there is room for all
    bool rows;          // some iterator moves by elements
} Steps;

// The first iterator that moves the affine coefficient; -1: it is not affine.
static int outermost(__isl_keep isl_pw_aff *coefficient)
{
    if (isl_pw_aff_isa_aff(coefficient) != isl_bool_true)
        return -1;
    isl_aff *aff = isl_pw_aff_as_aff(isl_pw_aff_copy(coefficient));
    int found = -1;
    for (int d = isl_aff_dim(aff, isl_dim_in) - 1; d >= 0; d--) {
        isl_val *value = isl_aff_get_coefficient_val(aff, isl_dim_in, d);
        found = isl_val_is_zero(value) == isl_bool_true ? found : d;
        isl_val_free(value);
    }
    isl_aff_free(aff);
    return found;
}

static void add_step(Steps *steps, int parameter, int depth)
{
    for (int i = 0; i < steps->count; i++)
        if (steps->items[i].parameter == parameter) {
            steps->items[i].depth = depth < steps->items[i].depth ? depth : steps->items[i].depth;
            return;
        }
    steps->fine = steps->fine && steps->count < MAX_DIMS;
    if (steps->fine)
        steps->items[steps->count++] = (Step){.parameter = parameter, .depth = depth, .instead = {1, {parameter}}};
}

static Steps steps_of(const Analysis *analysis, const Array *array)
{
    Steps steps = {.fine = true};
    FOR_EACH(i, &analysis->sites) {
        const Polynomial *raw = flat_subscript(analysis, i, array);
        for (int t = 0; raw && t < raw->count; t++) {
            const Term *term = &raw->terms[t];
            int depth = outermost(term->coefficient);
            steps.rows = steps.rows || (term->monomial.degree == 0 && depth >= 0);
            if (term->monomial.degree == 1 && depth >= 0)
                add_step(&steps, term->monomial.factors[0], depth);
        }
    }
    return steps;
}

// Innermost first.
static void sort_steps(Steps *steps)
{
    for (int i = 1; i < steps->count; i++)
        for (int k = i; k > 0 && steps->items[k].depth > steps->items[k - 1].depth; k--) {
            Step step = steps->items[k];
            steps->items[k] = steps->items[k - 1];
            steps->items[k - 1] = step;
        }
}

static Monomial with_factor(Monomial monomial, int factor)
{
    int place = monomial.degree++;
    for (; place > 0 && monomial.factors[place - 1] > factor; place--)
        monomial.factors[place] = monomial.factors[place - 1];
    monomial.factors[place] = factor;
    return monomial;
}

// The larger one is a number of smaller ones, where that is so.
static bool divide_step(Analysis *analysis, Step *larger, const Step *smaller)
{
    Arena *arena = analysis->arena;
    const Parameter *whole = analysis->parameters.items[larger->parameter], *part = analysis->parameters.items[smaller->parameter];
    const Type *index = type_scalar(TY_I64), *truth = type_scalar(TY_I32);
    Expr *quotient = expr_binary(arena, OP_DIV, whole->value, part->value, index);
    Expr *remainder = expr_binary(arena, OP_REM, whole->value, part->value, index);
    assume_divisors(analysis, quotient);
    if (smaller->instead.degree == MAX_DEGREE || !is_accepted_divisor(analysis, part->value))
        return false;
    Assumption assumption = {.loc = analysis->assumption_loc, .may_fail = true};
    assumption.condition = expr_binary(arena, OP_EQ, remainder, expr_index(arena, 0), truth);
    assumption.words = arena_printf(arena, "%s %% %s == 0", expr_text(arena, whole->words), expr_text(arena, part->words));
    VECTOR_PUSH(arena, &analysis->facts->assumptions, assumption);
    larger->instead = with_factor(smaller->instead, parameter_index(analysis, quotient, quotient));
    return true;
}

// false: the product would have too many factors.
static bool put_instead(const Steps *steps, const Monomial *monomial, Monomial *result)
{
    *result = (Monomial){0};
    for (int f = 0; f < monomial->degree; f++) {
        Monomial instead = {1, {monomial->factors[f]}};
        for (int s = 0; s < steps->count; s++)
            if (steps->items[s].parameter == monomial->factors[f])
                instead = steps->items[s].instead;
        if (result->degree + instead.degree > MAX_DEGREE)
            return false;
        for (int k = 0; k < instead.degree; k++)
            *result = with_factor(*result, instead.factors[k]);
    }
    return true;
}

static bool use_instead(Analysis *analysis, const Steps *steps, const Array *array, bool change)
{
    bool fine = true;
    FOR_EACH(i, &analysis->sites) {
        Polynomial *raw = (Polynomial *)flat_subscript(analysis, i, array);
        for (int t = 0; raw && t < raw->count; t++) {
            Monomial result;
            fine = fine && put_instead(steps, &raw->terms[t].monomial, &result);
            if (fine && change)
                raw->terms[t].monomial = result;
        }
    }
    return fine;
}

bool strides_made_nest(Analysis *analysis, const Array *array)
{
    if (array->ndim != 1 || array->extent[0] || array->held == HOST_ROWS)
        return false;
    Steps steps = steps_of(analysis, array);
    if (!steps.fine || !steps.rows || steps.count < 2)
        return false;
    sort_steps(&steps);
    for (int s = 1; s < steps.count; s++)
        if (steps.items[s].depth == steps.items[s - 1].depth)
            return false;
    Attempt attempt = begin_attempt(analysis);
    bool fine = true;
    for (int s = 1; s < steps.count && fine; s++)
        fine = divide_step(analysis, &steps.items[s], &steps.items[s - 1]);
    fine = fine && use_instead(analysis, &steps, array, false);
    end_attempt(analysis, &attempt, !fine);
    return fine && use_instead(analysis, &steps, array, true);
}
