#include "frontend/normalize/entry_values.h"
#include "frontend/normalize/host_elements.h"
#include "frontend/normalize/induction_parts.h"

static bool is_variable(const Symbol *symbol)
{
    return symbol->role == SYM_LIVE && symbol->host && !symbol->host_guard && !symbol->pointer_after &&
           !symbol->address_taken && !symbol->is_volatile && !symbol->is_enum;
}

static bool is_mentioned_before(const Stmt *block, int count, const Symbol *symbol)
{
    for (int i = 0; i < count; i++)
        if (stmt_mentions(block->items[i], symbol))
            return true;
    return false;
}

static bool find_changing(void *context, const Expr *expr)
{
    *(bool *)context |= expr->kind == EX_ACCESS && !expr->array->constants && !expr->array->reals;
    return true;
}

static bool reads_memory(const Expr *expr)
{
    bool found = false;
    expr_walk(expr, find_changing, &found);
    return found;
}

// The host's text of what the statement sets the variable to; NULL: it stays as it is.
static const char *text_of(const Nest *nest, const Stmt *block, int index)
{
    const Stmt *set = block->items[index];
    if (set->kind != ST_ASSIGN || set->op != OP_NONE || set->place->kind != EX_SYMBOL ||
        !is_variable(set->place->symbol) || reads_memory(set->value) ||
        is_mentioned_before(block, index, set->place->symbol))
        return NULL;
    bool forwarded = induction_candidate(set->place->symbol) && induction_writes(block, set->place->symbol) == 1 &&
                     induction_fixed(set->value, NULL, false);
    return forwarded ? NULL : host_expression_text(nest->unit->arena, set->value);
}

// In place of what the variable held before the loop.
static void set_entry(Nest *nest, FinalValue entry)
{
    FOR_EACH(i, &nest->entries)
        if (nest->entries.items[i].symbol == entry.symbol) {
            nest->entries.items[i] = entry;
            return;
        }
    VECTOR_PUSH(nest->unit->arena, &nest->entries, entry);
}

static void enter(Nest *nest, const Stmt *block, const Stmt *set, const char *text)
{
    Arena *arena = nest->unit->arena;
    Symbol *symbol = (Symbol *)set->place->symbol;
    symbol->host_before = text;
    FinalValue entry = {symbol, expr_cast(arena, symbol->type, set->value)};
    set_entry(nest, entry);
    if (induction_writes(block, symbol) > 1)
        return;
    symbol->role = SYM_PARAM;
    FinalValue kept = {symbol, expr_symbol(arena, symbol)};
    if (symbol->live_after)
        VECTOR_PUSH(arena, &nest->finals, kept);
}

Stmt *entry_values(Nest *nest, Stmt *body)
{
    StmtList kept = {0};
    bool before = !nest->is_region && body->kind == ST_BLOCK;
    for (int i = 0; body->kind == ST_BLOCK && i < body->nitems; i++) {
        before = before && (body->items[i]->kind == ST_ASSIGN || body->items[i]->kind == ST_DECLARE);
        const char *text = before ? text_of(nest, body, i) : NULL;
        if (text)
            enter(nest, body, body->items[i], text);
        else
            VECTOR_PUSH(nest->unit->arena, &kept, body->items[i]);
    }
    return kept.count == body->nitems ? body : normal_block(nest->unit->arena, kept.items, kept.count);
}
