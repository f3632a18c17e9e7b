// Finds the elements that a counter says. A block that contains both the update k += c (c > 0) and a write to y[k] runs
// both equally often, so that no two executions of the write see the same k.
#include "transform/scan/compaction.h"

typedef struct Search {
    const Stmt *body;
    const ScanFact *counter;
    const Array **found;
    const Array *array; // whose writes are counted
    int writes;
} Search;

static bool is_positive(const Expr *expr)
{
    expr = expr_strip_casts(expr);
    return expr->kind == EX_INT && expr->integer > 0 && expr->integer <= INT32_MAX;
}

// Whether the value never decreases: a signed sum does not overflow, and 64 bits are never used up.
static bool is_counter(const ScanFact *scan)
{
    const Type *type = scan->update.type;
    bool grows = !scan->earlier && !scan->factors.count && !scan->sets.count && scan->update.op == OP_ADD &&
                 type_is_integer(type) && type->size >= 4 && (type_is_signed(type) || type->size == 8);
    FOR_EACH(i, &scan->update.values)
        grows = grows && is_positive(scan->update.values.items[i]);
    return grows;
}

static bool is_update(const Search *search, const Stmt *stmt)
{
    FOR_EACH(i, &search->counter->update.updates)
        if (search->counter->update.updates.items[i] == stmt)
            return true;
    return false;
}

// Different values stay different.
static const Expr *strip_wide(const Expr *expr)
{
    while (expr->kind == EX_CAST && type_is_integer(expr->type) && type_is_integer(expr->operands[0]->type) &&
           expr->type->size >= expr->operands[0]->type->size)
        expr = expr->operands[0];
    return expr;
}

// The symbol k of k, k + 1 and k - 1, or NULL.
static const Symbol *counted_by(const Expr *subscript)
{
    subscript = strip_wide(subscript);
    if (subscript->kind == EX_BINARY && (subscript->op == OP_ADD || subscript->op == OP_SUB) &&
        expr_strip_casts(subscript->operands[1])->kind == EX_INT)
        subscript = strip_wide(subscript->operands[0]);
    return subscript->kind == EX_SYMBOL ? subscript->symbol : NULL;
}

static bool assigns(const Stmt *stmt, const Symbol *symbol)
{
    if (!stmt)
        return false;
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == symbol)
        return true;
    for (int i = 0; i < stmt->nitems; i++)
        if (assigns(stmt->items[i], symbol))
            return true;
    return assigns(stmt->body, symbol) || assigns(stmt->otherwise, symbol);
}

// Whether the symbol is the counter, or a copy of it that the block makes (of k++): int old = k.
static bool holds_counter(const Search *search, const Stmt *block, const Symbol *symbol)
{
    const Symbol *counter = search->counter->update.place->symbol;
    bool holds = symbol == counter;
    for (int i = 0; !holds && i < block->nitems; i++) {
        const Stmt *item = block->items[i];
        const Expr *value = item->kind == ST_DECLARE && item->symbol == symbol ? item->value : NULL;
        value = value ? strip_wide(value) : NULL;
        holds = value && value->kind == EX_SYMBOL && value->symbol == counter && !assigns(block, symbol);
    }
    return holds;
}

static const Array *counted_array(const Search *search, const Stmt *block, const Stmt *item)
{
    bool writes = item->kind == ST_ASSIGN && item->place->kind == EX_ACCESS && item->place->noperands == 1;
    const Symbol *symbol = writes ? counted_by(item->place->operands[0]) : NULL;
    return symbol && holds_counter(search, block, symbol) ? item->place->array : NULL;
}

static bool counts(const Search *search, const Stmt *block)
{
    for (int i = 0; block->kind == ST_BLOCK && i < block->nitems; i++)
        if (is_update(search, block->items[i]))
            return true;
    return false;
}

// All writes to the array, less those to elements that the counter says.
static bool count_others(void *context, const Stmt *stmt)
{
    Search *search = context;
    search->writes += stmt->kind == ST_ASSIGN && stmt->place->kind == EX_ACCESS && stmt->place->array == search->array;
    for (int i = 0; counts(search, stmt) && i < stmt->nitems; i++)
        search->writes -= counted_array(search, stmt, stmt->items[i]) == search->array;
    return true;
}

static void add(Search *search, const Array *array)
{
    int end = 0;
    while (end < MAX_DISTINCT && search->found[end] && search->found[end] != array)
        end++;
    search->array = array;
    search->writes = 0;
    stmt_walk(search->body, count_others, search);
    if (end < MAX_DISTINCT && search->writes == 0)
        search->found[end] = array;
}

static bool look_at_block(void *context, const Stmt *block)
{
    Search *search = context;
    for (int i = 0; counts(search, block) && i < block->nitems; i++) {
        const Array *array = counted_array(search, block, block->items[i]);
        if (array)
            add(search, array);
    }
    return true;
}

void compaction_find(const Stmt *body, const ScanFact *counter, const Array **found)
{
    Search search = {.body = body, .counter = counter, .found = found};
    if (is_counter(counter))
        stmt_walk(body, look_at_block, &search);
}
