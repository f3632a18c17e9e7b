#include "transform/tree/linear.h"
#include "transform/tree/monomial.h"

enum { MOST_TERMS = 64 };

// Whether all atoms of `left` are among those of `right`, each as often.
bool monomial_alike(const Monomial *left, const Monomial *right)
{
    bool taken[MOST_FACTORS] = {false};
    if (left->count != right->count)
        return false;
    for (int i = 0; i < left->count; i++) {
        int at = 0;
        while (at < right->count && (taken[at] || !expr_equal(left->atoms[i], right->atoms[at])))
            at++;
        if (at == right->count)
            return false;
        taken[at] = true;
    }
    return true;
}

static void add_monomial(Arena *arena, Polynomial *sum, const Monomial *monomial, int64_t factor)
{
    Monomial made = *monomial;
    if (__builtin_mul_overflow(made.factor, factor, &made.factor)) {
        sum->overflow = true;
        return;
    }
    FOR_EACH(i, &sum->terms) {
        Monomial *term = &sum->terms.items[i];
        if (!monomial_alike(term, &made))
            continue;
        if (__builtin_add_overflow(term->factor, made.factor, &term->factor))
            sum->overflow = true;
        if (term->factor == 0)
            *term = sum->terms.items[--sum->terms.count];
        return;
    }
    sum->overflow = sum->overflow || sum->terms.count == MOST_TERMS;
    if (made.factor && !sum->overflow)
        VECTOR_PUSH(arena, &sum->terms, made);
}

Polynomial polynomial_combine(Arena *arena, const Polynomial *left, const Polynomial *right, int64_t factor)
{
    Polynomial sum = {.overflow = left->overflow || right->overflow};
    FOR_EACH(i, &left->terms)
        add_monomial(arena, &sum, &left->terms.items[i], 1);
    FOR_EACH(i, &right->terms)
        add_monomial(arena, &sum, &right->terms.items[i], factor);
    return sum;
}

static void add_product(Arena *arena, Polynomial *sum, const Polynomial *left, const Polynomial *right, int64_t factor)
{
    sum->overflow = sum->overflow || left->overflow || right->overflow;
    FOR_EACH(i, &left->terms)
        FOR_EACH(k, &right->terms) {
            Monomial product = left->terms.items[i];
            const Monomial *other = &right->terms.items[k];
            if (product.count + other->count > MOST_FACTORS ||
                __builtin_mul_overflow(product.factor, other->factor, &product.factor)) {
                sum->overflow = true;
                return;
            }
            for (int a = 0; a < other->count; a++)
                product.atoms[product.count++] = other->atoms[a];
            add_monomial(arena, sum, &product, factor);
        }
}

// A product of integers that does not wrap around, without the conversion that linear_of puts around its atoms.
static const Expr *product_in(const Expr *atom)
{
    const Expr *inner = atom->kind == EX_CAST && type_is_integer(atom->operands[0]->type) ? atom->operands[0] : atom;
    bool exact = type_is_integer(inner->type) && type_is_signed(inner->type);
    return inner->kind == EX_BINARY && inner->op == OP_MUL && exact ? inner : NULL;
}

Polynomial polynomial_of(Arena *arena, Expr *expr)
{
    Linear form = linear_of(arena, expr);
    Polynomial sum = {.overflow = form.overflow};
    Monomial constant = {.factor = form.constant};
    if (form.constant)
        add_monomial(arena, &sum, &constant, 1);
    FOR_EACH(i, &form.terms) {
        Expr *atom = form.terms.items[i].atom;
        const Expr *product = product_in(atom);
        Monomial single = {.atoms = {atom}, .count = 1, .factor = 1};
        if (!product) {
            add_monomial(arena, &sum, &single, form.terms.items[i].factor);
            continue;
        }
        Polynomial left = polynomial_of(arena, product->operands[0]),
                   right = polynomial_of(arena, product->operands[1]);
        add_product(arena, &sum, &left, &right, form.terms.items[i].factor);
    }
    return sum;
}

Expr *monomial_expr(Arena *arena, const Monomial *monomial)
{
    Expr *product = NULL;
    for (int i = 0; i < monomial->count; i++)
        product = product ? index_mul(arena, product, monomial->atoms[i]) : monomial->atoms[i];
    return product ? product : expr_index(arena, 1);
}
