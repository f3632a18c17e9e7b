#include "analysis/sets/counter_growth.h"
#include "analysis/sets/affine.h"
#include "analysis/sets/domain.h"
#include "analysis/sets/symbols.h"

enum { LARGEST_STEP = 1 << 20 };

typedef struct Growth {
    Arena *arena;
    const Analysis *analysis;
    const Symbol *symbol;
    bool failed;
} Growth;

static Expr *growth_of(Growth *growth, const Stmt *stmt);

// Sums of this type have no wrap-around.
static bool is_plain(const Type *type)
{
    return type_is_integer(type) && type_is_signed(type) && type->size >= 4;
}

static const Expr *added_to(const Growth *growth, const Stmt *stmt)
{
    const Expr *value = expr_strip_casts(stmt->value);
    if (stmt->op == OP_ADD && is_plain(stmt->compute))
        return value;
    if (stmt->op != OP_NONE || value->kind != EX_BINARY || value->op != OP_ADD || !is_plain(value->type))
        return NULL;
    for (int i = 0; i < 2; i++) {
        const Expr *place = value->operands[i];
        if (place->kind == EX_SYMBOL && place->symbol == growth->symbol)
            return expr_strip_casts(value->operands[1 - i]);
    }
    return NULL;
}

static Expr *growth_of_assignment(Growth *growth, const Stmt *stmt)
{
    const Expr *step = added_to(growth, stmt);
    bool plain = step && step->kind == EX_INT && step->integer >= 0 && step->integer <= LARGEST_STEP;
    growth->failed = growth->failed || !plain;
    return expr_index(growth->arena, plain ? step->integer : 0);
}

static Expr *growth_of_loop(Growth *growth, const Stmt *stmt)
{
    Arena *arena = growth->arena;
    const Loop *loop = stmt->loop;
    Expr *body = growth_of(growth, stmt->body);
    if (body->kind == EX_INT && body->integer == 0)
        return body;
    const LoopNode *node = find_loop(growth->analysis, loop->id);
    bool tested = loop->may_wrap || loop->not_equal || loop->tested;
    bool counts = node && !loop->endless && !loop->defines && (!tested || node->bounded);
    if (!counts || !expr_is_invariant(growth->analysis, loop->lower) ||
        !expr_is_invariant(growth->analysis, loop->upper)) {
        growth->failed = true;
        return body;
    }
    bool rises = loop->step_sign > 0;
    Expr *low = index_cast(arena, rises ? loop->lower : loop->upper);
    Expr *high = index_cast(arena, rises ? loop->upper : loop->lower);
    return index_mul(arena, index_max(arena, index_sub(arena, high, low), expr_index(arena, 0)), body);
}

static Expr *growth_of(Growth *growth, const Stmt *stmt)
{
    Arena *arena = growth->arena;
    Expr *zero = expr_index(arena, 0);
    if (!stmt || growth->failed || !stmt_writes(stmt, growth->symbol, NULL))
        return zero;
    switch (stmt->kind) {
    case ST_BLOCK: {
        Expr *sum = zero;
        for (int i = 0; i < stmt->nitems; i++)
            sum = index_add(arena, sum, growth_of(growth, stmt->items[i]));
        return sum;
    }
    case ST_IF: return index_max(arena, growth_of(growth, stmt->body), growth_of(growth, stmt->otherwise));
    case ST_LOOP: return growth_of_loop(growth, stmt);
    case ST_ASSIGN: return growth_of_assignment(growth, stmt);
    default: growth->failed = true; return zero;
    }
}

// The most that one execution of the body adds to the symbol; NULL: it does something else with it, or that is not
// known.
static Expr *most_added(Arena *arena, const Analysis *analysis, const Stmt *body, const Symbol *symbol)
{
    Growth growth = {.arena = arena, .analysis = analysis, .symbol = symbol};
    bool plain = is_plain(symbol->type) && !symbol->address_taken && !symbol->is_volatile;
    Expr *most = plain ? growth_of(&growth, body) : NULL;
    bool grows = most && !growth.failed && (most->kind != EX_INT || most->integer > 0);
    return grows ? most : NULL;
}

// before .. before + most * steps
static Interval grown(Arena *arena, const Interval *before, Expr *most, Expr *steps)
{
    Expr *product = index_mul(arena, most, steps);
    Interval more =
        product->kind == EX_INT ? interval_constant(product->integer, product->integer) : interval_value(product);
    Interval sum = interval_binary(arena, OP_ADD, before, &more, type_scalar(TY_I64));
    sum.low = before->low;
    return sum;
}

GrowingScalars counter_growth_of(Arena *arena, const Analysis *analysis, const KnownValues *before, const Stmt *body,
                                 Expr *trips)
{
    GrowingScalars list = {0};
    Expr *one = expr_index(arena, 1);
    FOR_EACH(i, &before->items) {
        const Known *known = &before->items.items[i];
        bool bounded =
            trips && known->key && known->key->kind == EX_SYMBOL && known->value->low.count && known->value->high.count;
        Expr *most = bounded ? most_added(arena, analysis, body, known->key->symbol) : NULL;
        if (!most)
            continue;
        GrowingScalar scalar = {.key = known->key};
        scalar.head = grown(arena, known->value, most, index_sub(arena, index_max(arena, trips, one), one));
        scalar.after = grown(arena, known->value, most, index_max(arena, trips, expr_index(arena, 0)));
        VECTOR_PUSH(arena, &list, scalar);
    }
    return list;
}

void counter_growth_bind(Arena *arena, KnownValues *state, const GrowingScalars *growing, bool after)
{
    for (int i = 0; i < growing->count && !state->dead; i++)
        known_bind(arena, state, growing->items[i].key, after ? &growing->items[i].after : &growing->items[i].head);
}
