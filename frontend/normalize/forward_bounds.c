// Forward substitution of variables that bound loops (contract in forward_bounds.h). Programs that were translated from
// Fortran set one before each loop: `i__2 = *m;`. With the value itself as the bound, loops are perfectly nested.
#include "frontend/normalize/forward_bounds.h"
#include "frontend/normalize/induction_parts.h"

typedef struct Forwarding {
    Arena *arena;
    const Stmt *root;     // before anything was replaced
    LoopId loop;          // in whose body values are looked at
    const Symbol *symbol; // that is being replaced
    bool found;
    bool takes_locals; // also values of locals that only their declarations set
    VECTOR(const Symbol *) forwarded;
} Forwarding;

// ---- what may be replaced

// Of the loop itself or of one around it: it has one value in the body.
static bool find_around(void *context, const Stmt *stmt)
{
    Forwarding *forwarding = context;
    forwarding->found = forwarding->found || (stmt->kind == ST_LOOP && stmt->loop->iterator == forwarding->symbol &&
                                              stmt_find_loop(stmt, forwarding->loop));
    return !forwarding->found;
}

static bool is_around(const Forwarding *forwarding, const Symbol *iterator)
{
    Forwarding search = *forwarding;
    search.symbol = iterator;
    search.found = false;
    stmt_walk(search.root, find_around, &search);
    return search.found;
}

static bool is_fixed_symbol(const Forwarding *forwarding, const Symbol *symbol)
{
    switch (symbol->role) {
    case SYM_PARAM: return true;
    case SYM_ITERATOR: return is_around(forwarding, symbol);
    case SYM_LOCAL:
        return forwarding->takes_locals && induction_candidate(symbol) &&
               induction_writes(forwarding->root, symbol) == 1;
    default: return false;
    }
}

static bool test_value(void *context, const Expr *expr)
{
    Forwarding *forwarding = context;
    if (expr->kind == EX_SYMBOL)
        forwarding->found = forwarding->found && is_fixed_symbol(forwarding, expr->symbol);
    return forwarding->found;
}

// A value that is the same all through the iteration of the innermost loop around.
static bool is_known(Forwarding *forwarding, const Expr *value)
{
    forwarding->found = induction_fixed(value, NULL, true);
    expr_walk(value, test_value, forwarding);
    return forwarding->found;
}

static bool find_bound(void *context, const Stmt *stmt)
{
    Forwarding *forwarding = context;
    if (stmt->kind == ST_LOOP)
        forwarding->found = forwarding->found || expr_mentions(stmt->loop->lower, forwarding->symbol) ||
                            expr_mentions(stmt->loop->upper, forwarding->symbol);
    return !forwarding->found;
}

// Up to the next assignment of the symbol.
static int end_of_uses(const Stmt *block, int from, const Symbol *symbol)
{
    while (from < block->nitems && induction_writes(block->items[from], symbol) == 0)
        from++;
    return from;
}

static bool bounds_loops(Forwarding *forwarding, const Stmt *block, int from, int end)
{
    forwarding->found = false;
    for (int i = from; i < end && !forwarding->found; i++)
        stmt_walk(block->items[i], find_bound, forwarding);
    return forwarding->found;
}

typedef struct Place {
    const Symbol *symbol;
    bool found;
} Place;

static bool find_subscript(void *context, const Expr *expr)
{
    Place *place = context;
    for (int d = 0; expr->kind == EX_ACCESS && d < expr->noperands; d++)
        place->found = place->found || expr_mentions(expr->operands[d], place->symbol);
    return !place->found;
}

static bool is_sum(const Expr *value)
{
    value = expr_strip_casts(value);
    bool sum = value->kind == EX_SYMBOL || value->kind == EX_INT ||
               (value->kind == EX_BINARY && (value->op == OP_ADD || value->op == OP_SUB));
    for (int i = 0; i < value->noperands; i++)
        sum = sum && is_sum(value->operands[i]);
    return sum;
}

// j = n - k; .. for i a[i + j] ..: the place of elements in loops after that, in a sum.
static bool places_elements(const Stmt *block, int from, int end, const Symbol *symbol, const Expr *value)
{
    Place place = {.symbol = symbol};
    for (int i = from; i < end && is_sum(value) && !place.found; i++)
        if (block->items[i]->kind == ST_LOOP)
            stmt_walk_expressions(block->items[i], find_subscript, &place);
    return place.found;
}

// What the iterator of the loop holds after it.
static bool is_last_value(const Forwarding *forwarding, const Stmt *stmt, const Expr *value)
{
    const Loop *loop = stmt->kind == ST_LOOP && !stmt->loop->factor && !stmt->loop->endless ? stmt->loop : NULL;
    if (!loop)
        return false;
    Arena *arena = forwarding->arena;
    Expr *last = index_add(arena, loop->lower, index_mul(arena, loop_trip_count(arena, loop), loop->step));
    return expr_equal(expr_without_widening((Expr *)value), last) ||
           (value->kind == EX_CAST && expr_equal(value->operands[0], last));
}

// ---- values that branches choose

// The assignment that the branch consists of.
static const Stmt *only_assignment(const Stmt *branch)
{
    while (branch && branch->kind == ST_BLOCK && branch->nitems == 1)
        branch = branch->items[0];
    bool plain = branch && branch->kind == ST_ASSIGN && branch->op == OP_NONE && branch->place->kind == EX_SYMBOL;
    return plain ? branch : NULL;
}

// What the variable holds before the item, if an item of the block gives it a known value and none changes that after.
static const Expr *value_before(Forwarding *forwarding, const Stmt *block, int at, const Symbol *symbol)
{
    do
        at--;
    while (at >= 0 && induction_writes(block->items[at], symbol) == 0);
    const Stmt *item = at >= 0 ? block->items[at] : NULL;
    bool declares = item && item->kind == ST_DECLARE && item->symbol == symbol;
    bool assigns = item && only_assignment(item) == item && item->place->symbol == symbol;
    return (declares || assigns) && item->value && is_known(forwarding, item->value) ? item->value : NULL;
}

// if (x < 0) x = 0;  ->  x = x < 0 ? 0 : x;   where x bounds a loop after that
static Stmt *choose_value(Forwarding *forwarding, const Stmt *block, int at)
{
    Arena *arena = forwarding->arena;
    const Stmt *item = block->items[at], *yes = only_assignment(item->body);
    const Symbol *symbol = yes ? yes->place->symbol : NULL;
    if (!symbol || !induction_candidate(symbol))
        return NULL;
    const Stmt *no = item->otherwise ? only_assignment(item->otherwise) : NULL;
    const Expr *old = value_before(forwarding, block, at, symbol);
    bool other = no && no->place->symbol == symbol;
    if ((item->otherwise && !other) || (!other && !old))
        return NULL;
    forwarding->symbol = symbol;
    if (!bounds_loops(forwarding, block, at + 1, block->nitems))
        return NULL;
    Expr *before = old ? expr_cast(arena, symbol->type, (Expr *)old) : expr_symbol(arena, symbol);
    Expr *condition = expr_substitute(arena, item->condition, symbol, before);
    Expr *value = expr_cast(arena, symbol->type, expr_substitute(arena, yes->value, symbol, before));
    Expr *otherwise =
        other ? expr_cast(arena, symbol->type, expr_substitute(arena, no->value, symbol, before)) : before;
    Expr *chosen = expr_select(arena, condition, value, otherwise);
    if (!is_known(forwarding, chosen))
        return NULL;
    Stmt *made = arena_copy(arena, yes, sizeof *yes);
    made->value = chosen;
    return made;
}

// ---- blocks

static void forward_from(Forwarding *forwarding, Stmt *block, int at)
{
    const Stmt *item = block->items[at];
    bool declares = item->kind == ST_DECLARE && item->value && item->symbol;
    bool assigns = item->kind == ST_ASSIGN && item->op == OP_NONE && item->place->kind == EX_SYMBOL;
    const Symbol *symbol = declares ? item->symbol : assigns ? item->place->symbol : NULL;
    bool last = assigns && at > 0 && is_last_value(forwarding, block->items[at - 1], item->value);
    forwarding->takes_locals = last;
    if (!symbol || !induction_candidate(symbol) || !is_known(forwarding, item->value))
        return;
    forwarding->symbol = symbol;
    int end = end_of_uses(block, at + 1, symbol);
    bool places = assigns && places_elements(block, at + 1, end, symbol, item->value);
    if (!last && !places && !bounds_loops(forwarding, block, at + 1, end))
        return;
    Expr *value = expr_cast(forwarding->arena, symbol->type, item->value);
    for (int i = at + 1; i < end; i++)
        block->items[i] = stmt_substitute(forwarding->arena, block->items[i], symbol, value);
    VECTOR_PUSH(forwarding->arena, &forwarding->forwarded, symbol);
}

// A copy of a block, and of the branches in it, with what is forwarded there.
static Stmt *forward_block(Forwarding *forwarding, Stmt *body)
{
    Arena *arena = forwarding->arena;
    Stmt *made = body ? arena_copy(arena, body, sizeof *body) : NULL;
    if (made && made->kind == ST_IF) {
        made->body = forward_block(forwarding, made->body);
        made->otherwise = forward_block(forwarding, made->otherwise);
    }
    if (!made || made->kind != ST_BLOCK)
        return made;
    made->items = arena_copy(arena, body->items, sizeof(Stmt *) * (size_t)body->nitems);
    for (int i = 0; i < made->nitems; i++) {
        if (made->items[i]->kind == ST_IF) {
            Stmt *chosen = choose_value(forwarding, made, i);
            made->items[i] = chosen ? chosen : forward_block(forwarding, made->items[i]);
        }
        forward_from(forwarding, made, i);
    }
    return made;
}

// In loops: what stands around them is left to forward_scalars.
static Stmt *forward_in(void *context, Stmt *stmt)
{
    Forwarding *forwarding = context;
    int before = forwarding->forwarded.count;
    if (stmt->kind != ST_LOOP)
        return stmt;
    forwarding->loop = stmt->loop->id;
    Stmt *body = forward_block(forwarding, stmt->body);
    if (forwarding->forwarded.count == before)
        return stmt;
    Stmt *made = arena_copy(forwarding->arena, stmt, sizeof *stmt);
    made->body = body;
    return made;
}

// ---- what nothing reads any more

static Stmt *drop(void *context, Stmt *stmt)
{
    Forwarding *forwarding = context;
    bool declares = stmt->kind == ST_DECLARE && stmt->symbol == forwarding->symbol;
    bool assigns = stmt->kind == ST_ASSIGN && stmt->op == OP_NONE && stmt->place->kind == EX_SYMBOL &&
                   stmt->place->symbol == forwarding->symbol;
    bool pure = (declares || assigns) && (!stmt->value || induction_fixed(stmt->value, NULL, false));
    return pure ? NULL : stmt;
}

static Stmt *drop_unread(Forwarding *forwarding, Stmt *block)
{
    FOR_EACH(i, &forwarding->forwarded) {
        const Symbol *symbol = forwarding->forwarded.items[i];
        forwarding->symbol = symbol;
        Stmt *rest = stmt_rewrite(forwarding->arena, block, drop, NULL, forwarding);
        if (!symbol->live_after && rest && !stmt_mentions(rest, symbol))
            block = rest;
    }
    Stmt **only = arena_copy(forwarding->arena, &block, sizeof(Stmt *));
    return block->kind == ST_BLOCK ? block : normal_block(forwarding->arena, only, 1);
}

Stmt *forward_bounds(Nest *nest, Stmt *block)
{
    Forwarding forwarding = {.arena = nest->unit->arena, .root = block};
    Stmt *made = stmt_rewrite(forwarding.arena, block, forward_in, NULL, &forwarding);
    return forwarding.forwarded.count ? drop_unread(&forwarding, made) : block;
}
