// Moves definitions before a loop into each of its iterations (contract in source.h).
#include "transform/source/source.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

typedef struct Definitions {
    const Candidate *state;
    const Stmt *around, *block, *loop; // the block is the body of the loop around
    int first, at;                     // items of the block: the definitions, and the loop after them
} Definitions;

// ---- where they stand

static bool find_around(void *context, const Stmt *stmt)
{
    Definitions *found = context;
    const Stmt *block = stmt->kind == ST_LOOP ? stmt->body : NULL;
    for (int i = 0; block && block->kind == ST_BLOCK && i < block->nitems && !found->around; i++)
        if (block->items[i] == found->loop) {
            found->around = stmt;
            found->block = block;
            found->at = i;
        }
    return !found->around;
}

static bool only_declares(const Stmt *stmt)
{
    return stmt->kind == ST_DECLARE && !stmt->value;
}

// ---- what may be computed several times, and later

static bool look_for_harm(void *context, const Expr *expr)
{
    bool *harmful = context;
    bool changes = expr->kind == EX_CALL || expr->kind == EX_INTRINSIC || expr->kind == EX_ADDRESS;
    *harmful = *harmful || changes || (expr->kind == EX_ACCESS && expr->array->is_volatile) ||
               (expr->kind == EX_SYMBOL && expr->symbol->is_volatile);
    return !*harmful;
}

static bool is_forgotten(const Candidate *state, const Symbol *symbol)
{
    if (tree_declares(state->nest->body, symbol))
        return true;
    bool is_private = false, kept = false;
    FOR_EACH(i, &state->facts->privates) {
        const Private *found = &state->facts->privates.items[i];
        is_private = is_private || found->symbol == symbol;
        kept = kept || (found->symbol == symbol && found->last_value);
    }
    return is_private && !kept;
}

// Whether something of the nest apart from the loop and the definitions from `index` on uses the scalar.
static bool is_used_beside(const Definitions *found, int index, const Symbol *symbol)
{
    Arena *arena = found->state->arena;
    const Stmt *block = found->block;
    Stmt **items = ARENA_ARRAY(arena, Stmt *, block->nitems);
    int count = 0;
    for (int i = 0; i < block->nitems; i++)
        if (i < index || i > found->at)
            items[count++] = block->items[i];
    return tree_mentions(tree_replace(arena, found->state->nest->body, block, stmt_block(arena, items, count)), symbol);
}

static bool moves(const Definitions *found, int index)
{
    const Stmt *stmt = found->block->items[index], *inner = found->loop;
    const Symbol *symbol = source_defined_by(stmt);
    bool harmful = !symbol || symbol->address_taken || symbol->is_volatile || !is_forgotten(found->state, symbol);
    if (!harmful && stmt->value)
        expr_walk(stmt->value, look_for_harm, &harmful);
    if (harmful || tree_writes_symbol(inner, symbol) || is_used_beside(found, index, symbol))
        return false;
    const Loop *loop = inner->loop;
    bool in_header =
        expr_mentions(loop->lower, symbol) || expr_mentions(loop->upper, symbol) || expr_mentions(loop->step, symbol);
    bool changed = !only_declares(stmt) && source_changes(inner, stmt->value);
    for (int i = index + 1; i < found->at && !only_declares(stmt); i++)
        changed = changed || source_defined_by(found->block->items[i]) == symbol ||
                  source_changes(found->block->items[i], stmt->value);
    return !in_header && !changed;
}

static bool find_definitions(Definitions *found)
{
    stmt_walk(found->state->nest->body, find_around, found);
    if (!found->around)
        return false;
    found->first = found->at;
    bool some = false;
    while (found->first > 0 && moves(found, found->first - 1))
        some = !only_declares(found->block->items[--found->first]) || some;
    return some;
}

bool sink_moves_all(const Candidate *state, const Stmt *loop)
{
    Definitions found = {.state = state, .loop = loop};
    return find_definitions(&found) && found.first == 0 && found.at == found.block->nitems - 1;
}

Stmt *sink_definitions(Candidate *state, Stmt *root, const Stmt *loop)
{
    Arena *arena = state->arena;
    Definitions found = {.state = state, .loop = loop};
    if (!find_definitions(&found))
        return NULL;
    const Stmt *block = found.block, *body = loop->body;
    int moved = found.at - found.first, own = stmt_count(body), count = 0;
    Stmt **inside = ARENA_ARRAY(arena, Stmt *, moved + own), **items = ARENA_ARRAY(arena, Stmt *, block->nitems);
    for (int i = 0; i < moved; i++)
        inside[count++] = block->items[found.first + i];
    for (int i = 0; i < own; i++)
        inside[count++] = stmt_item(body, i);
    Stmt *made = arena_copy(arena, loop, sizeof *loop);
    made->body = stmt_block(arena, inside, count);
    count = 0;
    for (int i = 0; i < block->nitems; i++)
        if (i < found.first || i >= found.at)
            items[count++] = i == found.at ? made : block->items[i];
    return tree_replace(arena, root, block, source_forward_places(state, stmt_block(arena, items, count)));
}
