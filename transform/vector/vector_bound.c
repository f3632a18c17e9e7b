// Bounds of vector loops, and conditions over them.
#include "transform/tree/linear.h"
#include "transform/tree/monomial.h"
#include "transform/vector/vector_bound.h"

int64_t bound_limit(const Expr *upper)
{
    const Expr *plain = expr_strip_casts(upper);
    if (plain->kind == EX_INT)
        return plain->integer;
    for (int i = 0; plain->kind == EX_BINARY && plain->op == OP_MIN && i < 2; i++) {
        int64_t limit = bound_limit(plain->operands[i]);
        if (limit >= 0)
            return limit;
    }
    return -1;
}

void also(Conjunction *conjunction, Expr *term)
{
    conjunction->all = expr_both(conjunction->arena, conjunction->all, term);
}

void also_below(Conjunction *conjunction, Expr *index, int64_t limit, Expr *upper)
{
    Arena *arena = conjunction->arena;
    Expr *plain = (Expr *)expr_strip_casts(upper);
    if (plain->kind == EX_BINARY && plain->op == OP_MIN) {
        also_below(conjunction, index, limit, plain->operands[0]);
        also_below(conjunction, index, limit, plain->operands[1]);
    } else if (plain->kind != EX_INT || plain->integer < limit) {
        also(conjunction, linear_less(arena, index, plain));
    }
}

bool bound_is_linear(Arena *arena, const Expr *upper, const Symbol *iterator)
{
    const Expr *plain = expr_strip_casts(upper);
    if (plain->kind == EX_BINARY && plain->op == OP_MIN)
        return bound_is_linear(arena, plain->operands[0], iterator) &&
               bound_is_linear(arena, plain->operands[1], iterator);
    Polynomial form = polynomial_of(arena, (Expr *)plain);
    FOR_EACH(t, &form.terms) {
        int moving = 0;
        for (int i = 0; i < form.terms.items[t].count; i++) {
            const Expr *atom = expr_strip_casts(form.terms.items[t].atoms[i]);
            if (expr_mentions(atom, iterator) && atom->kind != EX_SYMBOL)
                return false;
            moving += expr_mentions(atom, iterator);
        }
        if (moving > 1)
            return false;
    }
    return !form.overflow;
}

bool bound_shortens(Arena *arena, const Expr *upper, const Symbol *iterator)
{
    const Expr *plain = expr_strip_casts(upper);
    if (plain->kind == EX_BINARY && plain->op == OP_MIN)
        return bound_shortens(arena, plain->operands[0], iterator) &&
               bound_shortens(arena, plain->operands[1], iterator);
    Linear form = linear_of(arena, (Expr *)plain);
    FOR_EACH(i, &form.terms) {
        const Expr *atom = expr_strip_casts(form.terms.items[i].atom);
        if (expr_mentions(atom, iterator) && (atom->kind != EX_SYMBOL || form.terms.items[i].factor > 0))
            return false;
    }
    return !form.overflow;
}
