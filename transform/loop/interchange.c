#include "transform/loop/permute.h"
#include "transform/source/privatize.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

typedef struct Exchanging {
    Candidate *state;
    const char *step; // its word
    const Stmt *outer, *inner;
} Exchanging;

static Stmt *refuse(const Exchanging *exchanging, const char *reason)
{
    diag_refuse(exchanging->state->diag, exchanging->outer->loc, "%s %s %s refused: %s", exchanging->step,
                exchanging->outer->loop->name, exchanging->inner->loop->name, reason);
    return NULL;
}

// Whether the bounds of `inner` change along `outer`.
static bool depends_on(const Loop *inner, const Loop *outer)
{
    Varying along = {.loops = {outer}, .count = 1};
    return varying_mentions(&along, inner->lower) || varying_mentions(&along, inner->upper) ||
           varying_mentions(&along, inner->step);
}

// ---- bounds that change along the outer loop: for o in a..b for p in l + f*o..u + g*o

// rest + factor * parameter * iterator of the outer loop.
typedef struct Slope {
    Linear rest;
    int64_t factor;          // 0: the bound does not change along the outer loop
    const Symbol *parameter; // which the launcher tests to be positive; NULL: one
} Slope;

enum { MOST_SLOPES = 4 };

// The largest one of them, of a lower bound, or the smallest one.
typedef struct Slopes {
    Slope items[MOST_SLOPES];
    int count;
} Slopes;

typedef struct Sloping {
    Arena *arena;
    const Facts *facts;
    const Loop *outer;
    Slopes lower, upper; // of the inner loop
} Sloping;

static bool counts_by(const Loop *loop, int64_t step)
{
    return loop->binding == BIND_SERIAL && expr_is_int(loop->step, step) && !loop->factor && !loop->endless;
}

// Whether the loop's iterator has all values of an interval as numbers, whatever its bounds are.
static bool is_plain(const Loop *loop)
{
    return iterator_is_made(loop->iterator) || (!loop->may_wrap && !loop->not_equal && !loop->from_zero &&
                                                !loop->tested && type_is_signed(loop->iterator->type));
}

// The multiple of the outer iterator in a sum.
static const LinearTerm *find_multiple(const Sloping *sloping, const Linear *sum, const Symbol **parameter)
{
    FOR_EACH(i, &sum->terms) {
        const Expr *atom = expr_strip_casts(sum->terms.items[i].atom);
        *parameter = NULL;
        if (atom->kind == EX_SYMBOL && atom->symbol == sloping->outer->iterator)
            return &sum->terms.items[i];
        for (int k = 0; k < 2 && atom->kind == EX_BINARY && atom->op == OP_MUL; k++) {
            const Expr *by = expr_strip_casts(atom->operands[k]), *of = expr_strip_casts(atom->operands[1 - k]);
            if (by->kind != EX_SYMBOL || of->kind != EX_SYMBOL || of->symbol != sloping->outer->iterator)
                continue;
            *parameter = by->symbol;
            return &sum->terms.items[i];
        }
    }
    return NULL;
}

// Takes the multiple of the outer iterator out of the bound, elsewhere in which this iterator must not occur.
static bool take_out(const Sloping *sloping, Expr *bound, Slope *slope)
{
    Varying along = {.loops = {sloping->outer}, .count = 1};
    Linear whole = linear_of(sloping->arena, bound);
    *slope = (Slope){.rest = whole};
    if (!varying_mentions(&along, bound))
        return !whole.overflow;
    const LinearTerm *multiple = find_multiple(sloping, &whole, &slope->parameter);
    if (!multiple)
        return false;
    slope->factor = multiple->factor;
    Linear part = linear_of(sloping->arena, multiple->atom);
    slope->rest = linear_combine(sloping->arena, &whole, &part, -slope->factor);
    return slope->factor > INT32_MIN && slope->factor < INT32_MAX && !whole.overflow && !slope->rest.overflow &&
           !varying_mentions(&along, linear_expr(sloping->arena, &slope->rest));
}

static bool is_positive(const Facts *facts, const Symbol *parameter)
{
    int64_t least = 0, most;
    return facts_limit(facts, parameter, &least, &most) && least > 0 && most < INT32_MAX;
}

// op: OP_MAX of a lower bound, OP_MIN of an upper one.
static bool take_all(const Sloping *sloping, Expr *bound, Operator op, Slopes *slopes)
{
    const Expr *plain = expr_without_widening(bound);
    if (plain->kind == EX_BINARY && plain->op == op)
        return take_all(sloping, plain->operands[0], op, slopes) && take_all(sloping, plain->operands[1], op, slopes);
    if (slopes->count == MOST_SLOPES || !take_out(sloping, bound, &slopes->items[slopes->count]))
        return false;
    slopes->count++;
    return true;
}

static bool are_solvable(const Sloping *sloping, const Slopes *slopes)
{
    bool known = true;
    for (int i = 0; i < slopes->count; i++)
        known = known && (!slopes->items[i].parameter || is_positive(sloping->facts, slopes->items[i].parameter));
    return known;
}

// A loop of the source, as it was written: analysis may know bounds of it that the source hides.
static const LoopFact *known_bounds(const Sloping *sloping, const Loop *inner)
{
    const LoopFact *fact = facts_loop(sloping->facts, inner->id);
    bool whole = fact && inner->id == inner->origin && expr_equal(inner->lower, fact->loop->lower) &&
                 expr_equal(inner->upper, fact->loop->upper);
    return whole ? fact : NULL;
}

static bool find_slopes(Sloping *sloping, const Loop *inner)
{
    const LoopFact *known = known_bounds(sloping, inner);
    Expr *lower = known && known->lower ? known->lower : inner->lower;
    Expr *upper = known && known->upper ? known->upper : inner->upper;
    return (counts_by(sloping->outer, 1) || counts_by(sloping->outer, -1)) && counts_by(inner, 1) && is_plain(inner) &&
           take_all(sloping, lower, OP_MAX, &sloping->lower) && take_all(sloping, upper, OP_MIN, &sloping->upper) &&
           are_solvable(sloping, &sloping->lower) && are_solvable(sloping, &sloping->upper);
}

static Expr *factor_of(const Sloping *sloping, const Slope *slope, int64_t number)
{
    Arena *arena = sloping->arena;
    Expr *factor = expr_index(arena, number);
    if (!slope->parameter)
        return factor;
    return index_mul(arena, factor, expr_cast(arena, type_scalar(TY_I64), expr_symbol(arena, slope->parameter)));
}

// floor((p - rest) / f) for a positive f; ceil((rest - p) / -f) for a negative one: the point where the row of p
// meets that bound.
static Expr *meets(const Sloping *sloping, Expr *p, Slope *slope)
{
    Arena *arena = sloping->arena;
    Expr *at = linear_expr(arena, &slope->rest);
    bool up = slope->factor > 0;
    Expr *distance = linear_simplify(arena, up ? index_sub(arena, p, at) : index_sub(arena, at, p));
    Expr *by = factor_of(sloping, slope, up ? slope->factor : -slope->factor);
    if (expr_is_int(by, 1))
        return distance;
    return expr_binary(arena, up ? OP_FLOOR_DIV : OP_CEIL_DIV, distance, by, type_scalar(TY_I64));
}

// The bound of p in the iteration `at` of the outer loop.
static Expr *bound_at(const Sloping *sloping, Slope *slope, Expr *at)
{
    Arena *arena = sloping->arena;
    Expr *multiple = index_mul(arena, factor_of(sloping, slope, slope->factor), at);
    return linear_simplify(arena, index_add(arena, linear_expr(arena, &slope->rest), multiple));
}

static Expr *larger(Arena *arena, Expr *at, Expr *least, Expr *other)
{
    return linear_at_most(arena, other, least) ? at : index_max(arena, other, at);
}

static Expr *smaller(Arena *arena, Expr *at, Expr *most, Expr *other)
{
    return linear_at_most(arena, most, other) ? at : index_min(arena, other, at);
}

// All values of the bound, or NULL: it does not change along the outer loop. `up`: where its multiples are positive, it
// is farthest out in the iteration `up` of the outer loop, otherwise in the iteration `down`.
static Expr *outermost_bound(const Sloping *sloping, Slopes *slopes, Operator op, Expr *up, Expr *down)
{
    Arena *arena = sloping->arena;
    Expr *all = NULL;
    bool changes = false;
    for (int i = 0; i < slopes->count; i++) {
        Slope *slope = &slopes->items[i];
        changes = changes || slope->factor != 0;
        Expr *own =
            slope->factor ? bound_at(sloping, slope, slope->factor > 0 ? up : down) : linear_expr(arena, &slope->rest);
        all = !all ? own : op == OP_MAX ? index_max(arena, all, own) : index_min(arena, all, own);
    }
    return changes ? all : NULL;
}

typedef struct Interval {
    Expr *begin, *end;
} Interval;

// Leaves the iterations of the outer loop in which p is on the right side of the bound. outermost: the first p of all
// for an upper bound, or the last one.
static void limit_by(const Sloping *sloping, Slope *slope, bool is_upper, Expr *p, Expr *outermost, Interval *within)
{
    Arena *arena = sloping->arena;
    bool up = slope->factor > 0;
    Expr *one = expr_index(arena, 1);
    // where the row of p begins or ends, and where that of the first p begins, or that of the last one ends
    Expr *at = meets(sloping, p, slope), *limit = meets(sloping, outermost, slope);
    at = up ? index_add(arena, at, one) : at;
    limit = up ? index_add(arena, limit, one) : limit;
    if (up == is_upper)
        within->begin = larger(arena, at, limit, within->begin);
    else
        within->end = smaller(arena, at, limit, within->end);
}

// All values of p, and those of o that have this one: p >= l + f*o and p < u + g*o are solved for o. A loop over o that
// counts down runs through the same values.
static void exchange_bounds(Sloping *sloping, Loop *outer, Loop *inner)
{
    Arena *arena = sloping->arena;
    bool down = expr_is_int(outer->step, -1);
    Expr *one = expr_index(arena, 1), *all_begin = outer->lower, *all_end = outer->upper;
    if (down) {
        all_begin = linear_simplify(arena, index_add(arena, outer->upper, one));
        all_end = linear_simplify(arena, index_add(arena, outer->lower, one));
    }
    Expr *first = all_begin, *last = linear_simplify(arena, index_sub(arena, all_end, one));
    Expr *lower = outermost_bound(sloping, &sloping->lower, OP_MAX, first, last);
    Expr *upper = outermost_bound(sloping, &sloping->upper, OP_MIN, last, first);
    inner->lower = lower ? lower : inner->lower;
    inner->upper = upper ? upper : inner->upper;
    Interval within = {all_begin, all_end};
    for (int b = 0; b < 2; b++) {
        Slopes *slopes = b ? &sloping->upper : &sloping->lower;
        Expr *outermost = b ? inner->lower : index_sub(arena, inner->upper, one);
        for (int i = 0; i < slopes->count; i++)
            if (slopes->items[i].factor != 0)
                limit_by(sloping, &slopes->items[i], b, expr_symbol(arena, inner->iterator), outermost, &within);
    }
    Expr *begin = within.begin, *end = within.end;
    if (down) {
        Expr *from = end == all_end ? outer->lower : index_sub(arena, end, one);
        end = begin == all_begin ? outer->upper : index_sub(arena, begin, one);
        begin = from;
    }
    outer->lower = begin == outer->lower ? begin : expr_cast(arena, outer->iterator->type, begin);
    outer->upper = end == outer->upper ? end : loop_end_at(arena, outer, end);
    outer->may_wrap = outer->not_equal = outer->from_zero = inner->may_wrap = inner->not_equal = inner->from_zero =
        false;
    outer->tested = inner->tested = 0;
    outer->multiple = inner->multiple = 0;
}

static Stmt *exchange(const Exchanging *exchanging, Stmt *root)
{
    Candidate *state = exchanging->state;
    const Stmt *outer = exchanging->outer, *inner = exchanging->inner;
    Sloping sloping = {.arena = state->arena, .facts = state->facts, .outer = outer->loop};
    if (only_loop(outer->body) != inner)
        return refuse(exchanging, "the second loop is not all of the first one's body");
    if (outer->loop->origin == inner->loop->origin)
        return refuse(exchanging, "both are parts of one loop");
    bool depends = depends_on(inner->loop, outer->loop);
    if (depends && !find_slopes(&sloping, inner->loop))
        return refuse(exchanging, "the bounds of the second loop depend on the first");
    if (tree_leaves(inner->body, ST_BREAK))
        return refuse(exchanging, "a 'break' leaves the second loop");
    if (inner->loop->serpentine == outer->loop->iterator)
        return refuse(exchanging, "the second loop alternates with the first");
    Loop within = *outer->loop, around = *inner->loop;
    if (depends)
        exchange_bounds(&sloping, &within, &around);
    Stmt *below = stmt_loop(state->arena, &within, inner->body);
    below->loc = outer->loc;
    Stmt *above = stmt_loop(state->arena, &around, below);
    above->loc = inner->loc;
    return tree_replace(state->arena, root, outer, above);
}

Stmt *interchange(Candidate *state, Stmt *root, LoopId outer, LoopId inner)
{
    return exchange(&(Exchanging){state, "interchange", stmt_find_loop(root, outer), stmt_find_loop(root, inner)},
                    root);
}

// The last iteration of a triangle may be another one afterwards.
Stmt *permute(Candidate *state, Stmt *root, LoopId outer, LoopId inner)
{
    Exchanging exchanging = {state, "permute", stmt_find_loop(root, outer), stmt_find_loop(root, inner)};
    bool depends = depends_on(exchanging.inner->loop, exchanging.outer->loop);
    const char *obstacle = depends ? privatize_last_value(state->facts, exchanging.outer) : NULL;
    return obstacle ? refuse(&exchanging, obstacle) : exchange(&exchanging, root);
}
