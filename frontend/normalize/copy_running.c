#include "frontend/normalize/copy_running.h"

static bool is_running(const Stmt *stmt)
{
    return stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && !stmt->place->symbol->is_volatile &&
           !stmt->place->symbol->address_taken &&
           (stmt->op != OP_NONE || expr_mentions(stmt->value, stmt->place->symbol));
}

typedef struct Search {
    const Expr *place;
    bool found;
} Search;

static bool look_for_other(void *context, const Expr *expr)
{
    Search *search = context;
    search->found = search->found || (expr->kind == EX_ACCESS && expr->array == search->place->array &&
                                      !expr_equal(expr, search->place));
    return !search->found;
}

// An element is computed from the value and from another element of its array.
static bool uses_beside(const Stmt *stmt, const Symbol *running)
{
    if (stmt->kind != ST_ASSIGN || stmt->op != OP_NONE || stmt->place->kind != EX_ACCESS ||
        stmt->place->array->space != SPACE_GLOBAL || !expr_mentions(stmt->value, running))
        return false;
    Search search = {.place = stmt->place};
    expr_walk(stmt->value, look_for_other, &search);
    return search.found;
}

static bool look_for_write(void *context, const Stmt *stmt)
{
    const Symbol **symbol = context;
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == *symbol)
        *symbol = NULL;
    return *symbol;
}

static bool writes(const Stmt *stmt, const Symbol *symbol)
{
    stmt_walk(stmt, look_for_write, &symbol);
    return !symbol;
}

// The only update in the block of a scalar that the statement at this index uses; NULL: there is none.
static const Symbol *running_before(const Stmt *block, int index)
{
    for (int i = 0; i < index; i++) {
        const Symbol *symbol = is_running(block->items[i]) ? block->items[i]->place->symbol : NULL;
        int count = 0;
        for (int k = 0; symbol && k < block->nitems; k++)
            count += writes(block->items[k], symbol);
        if (count == 1 && uses_beside(block->items[index], symbol))
            return symbol;
    }
    return NULL;
}

static Stmt *copy_in_block(Nest *nest, Stmt *block)
{
    Arena *arena = nest->unit->arena;
    StmtList items = {0};
    bool any = false;
    for (int i = 0; i < block->nitems; i++) {
        Stmt *item = block->items[i];
        const Symbol *running = running_before(block, i);
        if (running) {
            Symbol *copy = nest_symbol(nest, running->name, running->type, SYM_LOCAL);
            copy->loc = running->loc;
            Stmt *declaration = stmt_declare(arena, copy, expr_symbol(arena, running));
            declaration->id = ++nest->next_stmt;
            declaration->loc = item->loc;
            VECTOR_PUSH(arena, &items, declaration);
            item = arena_copy(arena, item, sizeof *item);
            item->value = expr_substitute(arena, item->value, running, expr_symbol(arena, copy));
            any = true;
        }
        VECTOR_PUSH(arena, &items, item);
    }
    return any ? stmt_block(arena, items.items, items.count) : block;
}

static Stmt *copy_in_loop(void *context, Stmt *stmt)
{
    Nest *nest = context;
    if (stmt->kind != ST_LOOP || stmt->body->kind != ST_BLOCK)
        return stmt;
    Stmt *body = copy_in_block(nest, stmt->body);
    return body == stmt->body ? stmt : stmt_loop_for(nest->unit->arena, stmt, stmt->loop, body);
}

// Of two loops the inner one has the running value.
static Stmt *copy_below(Nest *nest, Stmt *stmt)
{
    if (stmt->kind != ST_LOOP)
        return stmt;
    Stmt *body = stmt_rewrite(nest->unit->arena, stmt->body, copy_in_loop, NULL, nest);
    return body == stmt->body ? stmt : stmt_loop_for(nest->unit->arena, stmt, stmt->loop, body);
}

Stmt *copy_running(Nest *nest, Stmt *body)
{
    Stmt *made = arena_copy(nest->unit->arena, body, sizeof *body);
    made->items = ARENA_ARRAY(nest->unit->arena, Stmt *, body->nitems + 1);
    for (int i = 0; i < body->nitems; i++)
        made->items[i] = copy_below(nest, body->items[i]);
    return made;
}
