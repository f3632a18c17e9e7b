// Scalars become the elements that they are stored in (contract in in_place.h).
#include "transform/source/in_place.h"

#include "transform/source/source.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

typedef struct InPlace {
    Candidate *state;
    const Symbol *symbol; // the scalar
    const Expr *place;    // the element
    bool any;
    VECTOR(const Stmt *) made; // blocks that were changed: facts do not describe what they hold
} InPlace;

// ---- what is between the declaration and the store

static bool find_variable(void *context, const Expr *expr)
{
    bool *found = context;
    bool fixed = expr->kind != EX_SYMBOL || expr->symbol->role == SYM_PARAM || expr->symbol->role == SYM_ITERATOR;
    *found = *found || !fixed || expr->kind == EX_ACCESS || expr->kind == EX_CALL;
    return !*found;
}

static bool find_symbol(void *context, const Expr *expr)
{
    InPlace *search = context;
    search->any = search->any || (expr->kind == EX_SYMBOL && expr->symbol == search->symbol);
    return !search->any;
}

static bool uses(const Stmt *stmt, const Symbol *symbol)
{
    InPlace search = {.symbol = symbol};
    stmt_walk_expressions(stmt, find_symbol, &search);
    return search.any;
}

// Whether both may be the same element in one iteration of the loops around both.
static bool meets(const Dependence *dependence)
{
    bool meets = true;
    for (int l = 0; l < dependence->nloops; l++)
        meets = meets && (dependence->direction[l] & DIRECTION_EQ);
    return meets;
}

// Whether a statement between, or the store itself before it stores, accesses the element.
static bool is_accessed(const Facts *facts, const Stmt *block, int from, int to)
{
    FOR_EACH(i, &facts->dependences) {
        const Dependence *dependence = &facts->dependences.items[i];
        if (dependence->sink->stmt != block->items[to] || !dependence->sink->is_write || !meets(dependence))
            continue;
        for (int b = from + 1; b <= to; b++)
            if (stmt_contains(block->items[b], dependence->source->stmt))
                return true;
    }
    return false;
}

static bool holds_made(const InPlace *search, const Stmt *stmt)
{
    FOR_EACH(i, &search->made)
        if (stmt_contains(stmt, search->made.items[i]))
            return true;
    return false;
}

// The index of the statement that stores the scalar which the item declares; 0: there is none.
static int store_of(const InPlace *search, const Stmt *block, int item)
{
    const Facts *facts = search->state->facts;
    const Stmt *declared = block->items[item];
    const Symbol *symbol = declared->kind == ST_DECLARE ? declared->symbol : NULL;
    if (!symbol || !declared->value || !type_is_arithmetic(symbol->type))
        return 0;
    int last = item;
    for (int i = item + 1; i < block->nitems; i++)
        last = uses(block->items[i], symbol) ? i : last;
    const Stmt *store = block->items[last];
    const Expr *place = store->kind == ST_ASSIGN && store->op == OP_NONE ? store->place : NULL;
    if (!place || place->kind != EX_ACCESS || place->npath || place->array->space != SPACE_GLOBAL ||
        place->array->element->kind != symbol->type->kind)
        return 0;
    bool varies = false;
    for (int d = 0; d < place->noperands; d++)
        expr_walk(place->operands[d], find_variable, &varies);
    const char *reason = NULL;
    for (int i = item; i <= last; i++) {
        reason = reason ? reason : source_jump_or_call(block->items[i]);
        varies = varies || holds_made(search, block->items[i]);
    }
    return varies || reason || is_accessed(facts, block, item, last) ? 0 : last;
}

// ---- the tree

static Expr *replace_symbol(void *context, Expr *expr)
{
    const InPlace *change = context;
    return expr->kind == EX_SYMBOL && expr->symbol == change->symbol ? (Expr *)change->place : expr;
}

static bool stores_itself(const Stmt *stmt)
{
    return stmt->kind == ST_ASSIGN && stmt->op == OP_NONE && expr_equal(stmt->place, stmt->value);
}

static Stmt *change_block(void *context, Stmt *stmt)
{
    InPlace *change = context;
    Arena *arena = change->state->arena;
    if (stmt->kind != ST_BLOCK)
        return stmt;
    StmtList items = {0};
    for (int i = 0; i < stmt->nitems; i++)
        VECTOR_PUSH(arena, &items, stmt->items[i]);
    bool changed = false;
    for (int i = 0; i < stmt->nitems; i++) {
        int store = store_of(change, stmt, i);
        if (!store || items.items[store] != stmt->items[store]) // one scalar lives in the element, not two
            continue;
        change->symbol = stmt->items[i]->symbol;
        change->place = stmt->items[store]->place;
        for (int k = i + 1; k <= store; k++)
            items.items[k] = stmt_rewrite(arena, items.items[k], NULL, replace_symbol, change);
        Stmt *first = stmt_assign(arena, (Expr *)change->place, OP_NONE, items.items[i]->value, NULL);
        first->id = stmt->items[i]->id;
        first->loc = stmt->items[i]->loc;
        items.items[i] = first;
        changed = change->any = true;
    }
    if (!changed)
        return stmt;
    StmtList kept = {0};
    FOR_EACH(i, &items)
        if (!stores_itself(items.items[i]))
            VECTOR_PUSH(arena, &kept, items.items[i]);
    Stmt *made = stmt_block(arena, kept.items, kept.count);
    VECTOR_PUSH(arena, &change->made, made);
    return made;
}

Stmt *in_place(Candidate *state, Stmt *root, LoopId id)
{
    const Stmt *loop = stmt_find_loop(root, id);
    InPlace change = {.state = state};
    Stmt *made = arena_copy(state->arena, loop, sizeof *loop);
    made->body = stmt_rewrite(state->arena, loop->body, change_block, NULL, &change);
    if (change.any)
        return tree_replace(state->arena, root, loop, made);
    diag_refuse(state->diag, loop->loc,
                "in_place %s refused: no scalar inside of it is stored in an element that nothing else accesses before",
                loop->loop->name);
    return NULL;
}
