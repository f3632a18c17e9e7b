#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

static Stmt *refuse(Candidate *state, const Stmt *outer, const Stmt *inner, const char *reason)
{
    diag_refuse(state->diag, outer->loc, "interchange %s %s refused: %s", outer->loop->name, inner->loop->name, reason);
    return NULL;
}

// Whether the bounds of `inner` change along `outer`.
static bool depends_on(const Loop *inner, const Loop *outer)
{
    Varying along = {.loops = {outer}, .count = 1};
    return varying_mentions(&along, inner->lower) || varying_mentions(&along, inner->upper) ||
           varying_mentions(&along, inner->step);
}

// ---- a skewed loop: for o in a..b for p in l + f*o..u + f*o

typedef struct Skewed {
    Arena *arena;
    const Facts *facts;
    const Loop *outer;
    Linear lower, upper;     // of the inner loop, without the outer iterator
    int64_t factor;          // f is this number
    const Symbol *parameter; // times this one, which the launcher tests to be positive; NULL: none
} Skewed;

static bool counts_up(const Loop *loop)
{
    return loop->binding == BIND_SERIAL && loop->step_sign > 0 && expr_is_int(loop->step, 1) && !loop->factor &&
           !loop->endless;
}

// The multiple of the outer iterator in a sum: f itself, or (f and *parameter) f * parameter * iterator.
static const LinearTerm *find_multiple(const Skewed *skewed, const Linear *sum, const Symbol **parameter)
{
    FOR_EACH(i, &sum->terms) {
        const Expr *atom = expr_strip_casts(sum->terms.items[i].atom);
        *parameter = NULL;
        if (atom->kind == EX_SYMBOL && atom->symbol == skewed->outer->iterator)
            return &sum->terms.items[i];
        for (int k = 0; k < 2 && atom->kind == EX_BINARY && atom->op == OP_MUL; k++) {
            const Expr *by = expr_strip_casts(atom->operands[k]), *of = expr_strip_casts(atom->operands[1 - k]);
            if (by->kind != EX_SYMBOL || of->kind != EX_SYMBOL || of->symbol != skewed->outer->iterator)
                continue;
            *parameter = by->symbol;
            return &sum->terms.items[i];
        }
    }
    return NULL;
}

// The bound without its multiple of the outer iterator, which must not occur elsewhere in it.
static bool take_out(const Skewed *skewed, Expr *bound, Linear *rest, int64_t *factor, const Symbol **parameter)
{
    Varying along = {.loops = {skewed->outer}, .count = 1};
    Linear whole = linear_of(skewed->arena, bound);
    const LinearTerm *multiple = find_multiple(skewed, &whole, parameter);
    if (!multiple)
        return false;
    *factor = multiple->factor;
    Linear part = linear_of(skewed->arena, multiple->atom);
    *rest = linear_combine(skewed->arena, &whole, &part, -*factor);
    return !whole.overflow && !rest->overflow && !varying_mentions(&along, linear_expr(skewed->arena, rest));
}

static bool is_skewed(Skewed *skewed, const Loop *inner)
{
    int64_t other, least = 0, most;
    const Symbol *also;
    if (!counts_up(skewed->outer) || !counts_up(inner) ||
        !take_out(skewed, inner->lower, &skewed->lower, &skewed->factor, &skewed->parameter) ||
        !take_out(skewed, inner->upper, &skewed->upper, &other, &also))
        return false;
    bool positive = !also || (facts_limit(skewed->facts, also, &least, &most) && least > 0 && most < INT32_MAX);
    return skewed->factor == other && skewed->parameter == also && other != 0 && other > INT32_MIN &&
           other < INT32_MAX && positive;
}

static Expr *factor_of(const Skewed *skewed, int64_t number)
{
    Expr *factor = expr_index(skewed->arena, number);
    if (!skewed->parameter)
        return factor;
    return index_mul(skewed->arena, factor,
                     expr_cast(skewed->arena, type_scalar(TY_I64), expr_symbol(skewed->arena, skewed->parameter)));
}

static Expr *scaled(const Skewed *skewed, Expr *value)
{
    return index_mul(skewed->arena, factor_of(skewed, skewed->factor), value);
}

// floor((p - bound) / f) for a positive f; ceil((bound - p) / -f) for a negative one: the point where the row of p
// meets that bound.
static Expr *meets(const Skewed *skewed, const Loop *inner, Linear *bound)
{
    Arena *arena = skewed->arena;
    Expr *at = linear_expr(arena, bound), *p = expr_symbol(arena, inner->iterator);
    bool up = skewed->factor > 0;
    Expr *distance = linear_simplify(arena, up ? index_sub(arena, p, at) : index_sub(arena, at, p));
    Expr *by = factor_of(skewed, up ? skewed->factor : -skewed->factor);
    if (expr_is_int(by, 1))
        return distance;
    return expr_binary(arena, up ? OP_FLOOR_DIV : OP_CEIL_DIV, distance, by, type_scalar(TY_I64));
}

// All values of p, and those of o that have this one.
static void exchange_bounds(Skewed *skewed, Loop *outer, Loop *inner)
{
    Arena *arena = skewed->arena;
    Expr *one = expr_index(arena, 1), *first = outer->lower, *last = index_sub(arena, outer->upper, one);
    bool up = skewed->factor > 0;
    Expr *begin = meets(skewed, inner, up ? &skewed->upper : &skewed->lower);
    Expr *end = meets(skewed, inner, up ? &skewed->lower : &skewed->upper);
    inner->lower =
        linear_simplify(arena, index_add(arena, linear_expr(arena, &skewed->lower), scaled(skewed, up ? first : last)));
    inner->upper =
        linear_simplify(arena, index_add(arena, linear_expr(arena, &skewed->upper), scaled(skewed, up ? last : first)));
    begin = index_max(arena, outer->lower, up ? index_add(arena, begin, one) : begin);
    end = index_min(arena, outer->upper, up ? index_add(arena, end, one) : end);
    outer->lower = expr_cast(arena, outer->iterator->type, begin);
    outer->upper = expr_cast(arena, outer->iterator->type, end);
    outer->may_wrap = outer->not_equal = outer->from_zero = inner->may_wrap = inner->not_equal = inner->from_zero =
        false;
    outer->tested = inner->tested = 0;
    outer->multiple = inner->multiple = 0;
}

Stmt *interchange(Candidate *state, Stmt *root, LoopId outer_id, LoopId inner_id)
{
    const Stmt *outer = stmt_find_loop(root, outer_id), *inner = stmt_find_loop(root, inner_id);
    Skewed skewed = {.arena = state->arena, .facts = state->facts, .outer = outer->loop};
    if (only_loop(outer->body) != inner)
        return refuse(state, outer, inner, "the second loop is not all of the first one's body");
    if (outer->loop->origin == inner->loop->origin)
        return refuse(state, outer, inner, "both are parts of one loop");
    bool depends = depends_on(inner->loop, outer->loop);
    if (depends && !(iterator_is_made(inner->loop->iterator) && is_skewed(&skewed, inner->loop)))
        return refuse(state, outer, inner, "the bounds of the second loop depend on the first");
    if (tree_leaves(inner->body, ST_BREAK))
        return refuse(state, outer, inner, "a 'break' leaves the second loop");
    if (inner->loop->serpentine == outer->loop->iterator)
        return refuse(state, outer, inner, "the second loop alternates with the first");
    Loop within = *outer->loop, around = *inner->loop;
    if (depends)
        exchange_bounds(&skewed, &within, &around);
    Stmt *below = stmt_loop(state->arena, &within, inner->body);
    below->loc = outer->loc;
    Stmt *above = stmt_loop(state->arena, &around, below);
    above->loc = inner->loc;
    return tree_replace(state->arena, root, outer, above);
}
