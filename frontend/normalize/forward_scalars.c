// Forward substitution of scalar assignments around the loops: a variable is replaced by its value if values from
// before the nest express it. The final values of the variables go to Nest.finals.
#include "frontend/normalize/induction_parts.h"

static bool sets_at_top(const Stmt *item, const Symbol *symbol)
{
    return (induction_assigns(item, symbol) && item->op == OP_NONE) ||
           (item->kind == ST_DECLARE && item->symbol == symbol && item->value);
}

static bool is_set_at_top(const Stmt *block, const Symbol *symbol)
{
    int found = 0;
    for (int i = 0; i < block->nitems; i++)
        found += sets_at_top(block->items[i], symbol);
    return found > 0 && found == induction_writes(block, symbol);
}

// One statement, too, stays in a block.
Stmt *induction_block(Arena *arena, Stmt **items, int count)
{
    Stmt *block = stmt_simple(arena, ST_BLOCK);
    block->items = items;
    block->nitems = count;
    return block;
}

// The values of variables at the point that the walk over the top has reached, in terms of values from before the nest.
typedef struct Settling {
    Arena *arena;
    VECTOR(FinalValue) values;     // of symbols that have been set
    VECTOR(const Symbol *) barred; // those with other assignments
    const FinalValue *entries;
    int nentry;
} Settling;

static int index_of(const Settling *settling, const Symbol *symbol)
{
    FOR_EACH(i, &settling->values)
    if (settling->values.items[i].symbol == symbol)
        return i;
    return -1;
}

static bool is_barred(const Settling *settling, const Symbol *symbol)
{
    FOR_EACH(i, &settling->barred)
    if (settling->barred.items[i] == symbol)
        return true;
    return false;
}

static Expr *put_settled(void *context, Expr *expr)
{
    const Settling *settling = context;
    int index = expr->kind == EX_SYMBOL ? index_of(settling, expr->symbol) : -1;
    return index < 0 ? expr : settling->values.items[index].value;
}

static bool settles(const Settling *settling, const Stmt *block, const Symbol *symbol)
{
    return induction_candidate(symbol) && !is_barred(settling, symbol) && is_set_at_top(block, symbol);
}

// The value of a symbol before the nest, if the nest sets it only at its top, is known there.
typedef struct Known {
    const Settling *settling;
    const Stmt *block;
    bool known;
} Known;

static bool test_known(void *context, const Expr *expr)
{
    Known *known = context;
    if (expr->kind != EX_SYMBOL)
        return true;
    known->known &= expr->symbol->role == SYM_PARAM ||
                    (expr->symbol->role == SYM_LIVE && settles(known->settling, known->block, expr->symbol));
    return known->known;
}

static bool set_value(Settling *settling, const Stmt *block, const Symbol *symbol, Expr *value)
{
    Known known = {settling, block, true};
    value = expr_cast(settling->arena, symbol->type, expr_rewrite(settling->arena, value, put_settled, settling));
    expr_walk(value, test_known, &known);
    if (!known.known || !induction_fixed(value, NULL, false)) {
        VECTOR_PUSH(settling->arena, &settling->barred, symbol);
        return false;
    }
    int index = index_of(settling, symbol);
    FinalValue fresh = {symbol, value};
    if (index >= 0)
        settling->values.items[index] = fresh;
    else
        VECTOR_PUSH(settling->arena, &settling->values, fresh);
    return true;
}

// The block without the assignments at its top; NULL: one more symbol is barred, and the work has to be repeated.
static Stmt *settle(Settling *settling, Stmt *block)
{
    StmtList items = {0};
    settling->values.count = 0;
    for (int i = 0; i < settling->nentry; i++)
        if (settles(settling, block, settling->entries[i].symbol))
            VECTOR_PUSH(settling->arena, &settling->values, settling->entries[i]);
    for (int i = 0; i < block->nitems; i++) {
        Stmt *item = block->items[i];
        const Symbol *symbol = item->kind == ST_ASSIGN    ? item->place->symbol
                               : item->kind == ST_DECLARE ? item->symbol
                                                          : NULL;
        if (!symbol || !settles(settling, block, symbol))
            VECTOR_PUSH(settling->arena, &items, stmt_rewrite(settling->arena, item, NULL, put_settled, settling));
        else if (!set_value(settling, block, symbol, item->value))
            return NULL;
    }
    return induction_block(settling->arena, items.items, items.count);
}

Stmt *settle_assignments(Nest *nest, Stmt *block, const FinalValue *entries, int nentry)
{
    Settling all = {.arena = nest->unit->arena, .entries = entries, .nentry = nentry}, *settling = &all;
    Stmt *made = NULL;
    while (!made)
        made = settle(settling, block);
    FOR_EACH(i, &settling->values)
    {
        FinalValue *value = &settling->values.items[i];
        Symbol *symbol = (Symbol *)value->symbol;
        if (symbol->role != SYM_LIVE)
            continue;
        symbol->role = SYM_PARAM;
        if (symbol->live_after)
            VECTOR_PUSH(settling->arena, &nest->finals, *value);
    }
    return made;
}
