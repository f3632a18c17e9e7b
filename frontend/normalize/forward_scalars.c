// Forward substitution of scalar assignments around the loops: a variable is replaced by its value if values from
// before the nest express it. The final values of the variables go to Nest.finals.
#include "frontend/normalize/forward_scalars.h"
#include "frontend/normalize/induction_parts.h"

static bool sets_at_top(const Stmt *item, const Symbol *symbol)
{
    return (induction_assigns(item, symbol) && item->op == OP_NONE) ||
           (item->kind == ST_DECLARE && item->symbol == symbol && item->value);
}

static bool declares_only(const Stmt *item, const Symbol *symbol)
{
    return item->kind == ST_DECLARE && item->symbol == symbol && !item->value;
}

static bool is_set_at_top(const Stmt *block, const Symbol *symbol)
{
    int found = 0, declared = 0;
    for (int i = 0; i < block->nitems; i++) {
        found += sets_at_top(block->items[i], symbol);
        declared += declares_only(block->items[i], symbol);
    }
    return found > 0 && found + declared == induction_writes(block, symbol);
}

Stmt *normal_block(Arena *arena, Stmt **items, int count)
{
    Stmt *block = stmt_simple(arena, ST_BLOCK);
    block->items = items;
    block->nitems = count;
    return block;
}

// The values of variables at the point that the walk over the top has reached, in terms of values from before the nest.
typedef struct Forwarding {
    Arena *arena;
    VECTOR(FinalValue) values;     // of symbols that have been set
    VECTOR(const Symbol *) barred; // those with other assignments
    const Nest *nest;
} Forwarding;

static int index_of(const Forwarding *forwarding, const Symbol *symbol)
{
    FOR_EACH(i, &forwarding->values)
        if (forwarding->values.items[i].symbol == symbol)
            return i;
    return -1;
}

static bool is_barred(const Forwarding *forwarding, const Symbol *symbol)
{
    FOR_EACH(i, &forwarding->barred)
        if (forwarding->barred.items[i] == symbol)
            return true;
    return false;
}

static Expr *put_forwarded(void *context, Expr *expr)
{
    const Forwarding *forwarding = context;
    int index = expr->kind == EX_SYMBOL ? index_of(forwarding, expr->symbol) : -1;
    return index < 0 ? expr : forwarding->values.items[index].value;
}

static bool is_forwarded(const Forwarding *forwarding, const Stmt *block, const Symbol *symbol)
{
    return induction_candidate(symbol) && !is_barred(forwarding, symbol) && is_set_at_top(block, symbol);
}

// The value of a symbol before the nest, if the nest sets it only at its top, is known there.
typedef struct Known {
    const Forwarding *forwarding;
    const Stmt *block;
    bool known;
} Known;

static bool test_known(void *context, const Expr *expr)
{
    Known *known = context;
    if (expr->kind != EX_SYMBOL)
        return true;
    known->known &= expr->symbol->role == SYM_PARAM ||
                    (expr->symbol->role == SYM_LIVE && is_forwarded(known->forwarding, known->block, expr->symbol));
    return known->known;
}

static bool set_value(Forwarding *forwarding, const Stmt *block, const Symbol *symbol, Expr *value)
{
    Known known = {forwarding, block, true};
    value =
        expr_cast(forwarding->arena, symbol->type, expr_rewrite(forwarding->arena, value, put_forwarded, forwarding));
    expr_walk(value, test_known, &known);
    if (!known.known || !induction_fixed(value, NULL, false)) {
        VECTOR_PUSH(forwarding->arena, &forwarding->barred, symbol);
        return false;
    }
    int index = index_of(forwarding, symbol);
    FinalValue fresh = {symbol, value};
    if (index >= 0)
        forwarding->values.items[index] = fresh;
    else
        VECTOR_PUSH(forwarding->arena, &forwarding->values, fresh);
    return true;
}

// The block without the assignments at its top; NULL: one more symbol is barred, and the work has to be repeated.
static Stmt *forward_block(Forwarding *forwarding, Stmt *block)
{
    StmtList items = {0};
    forwarding->values.count = 0;
    FOR_EACH(i, &forwarding->nest->entries)
        if (is_forwarded(forwarding, block, forwarding->nest->entries.items[i].symbol))
            VECTOR_PUSH(forwarding->arena, &forwarding->values, forwarding->nest->entries.items[i]);
    for (int i = 0; i < block->nitems; i++) {
        Stmt *item = block->items[i];
        const Symbol *symbol = item->kind == ST_ASSIGN    ? item->place->symbol
                               : item->kind == ST_DECLARE ? item->symbol
                                                          : NULL;
        if (!symbol || !is_forwarded(forwarding, block, symbol))
            VECTOR_PUSH(forwarding->arena, &items,
                        stmt_rewrite(forwarding->arena, item, NULL, put_forwarded, forwarding));
        else if (!declares_only(item, symbol) && !set_value(forwarding, block, symbol, item->value))
            return NULL;
    }
    return normal_block(forwarding->arena, items.items, items.count);
}

// (int)(long)i is i.
static Expr *drop_round_trip(void *context, Expr *expr)
{
    (void)context;
    const Expr *inner = expr->kind == EX_CAST ? expr->operands[0] : expr;
    bool returns = inner != expr && inner->kind == EX_CAST && inner->operands[0]->type == expr->type &&
                   type_is_integer(expr->type) && inner->type == type_scalar(TY_I64);
    return returns ? inner->operands[0] : expr;
}

Stmt *forward_scalars(Nest *nest, Stmt *block)
{
    Forwarding all = {.arena = nest->unit->arena, .nest = nest}, *forwarding = &all;
    Stmt *made = NULL;
    while (!made)
        made = forward_block(forwarding, block);
    FOR_EACH(i, &forwarding->values) {
        FinalValue *value = &forwarding->values.items[i];
        Symbol *symbol = (Symbol *)value->symbol;
        if (symbol->role != SYM_LIVE)
            continue;
        symbol->role = SYM_PARAM;
        if (symbol->live_after)
            VECTOR_PUSH(forwarding->arena, &nest->finals, *value);
    }
    for (int i = 0; i < made->nitems; i++)
        made->items[i] = stmt_rewrite(forwarding->arena, made->items[i], NULL, drop_round_trip, NULL);
    return made;
}
