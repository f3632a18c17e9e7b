#include "frontend/normalize/copy_running.h"
#include "frontend/normalize/induction_parts.h"

// The update of a scalar by itself, also under a condition on it: if (x < low) low = x;
static const Symbol *running_of(const Stmt *stmt)
{
    const Expr *condition = stmt->kind == ST_IF && !stmt->otherwise ? stmt->condition : NULL;
    stmt = condition ? stmt->body : stmt;
    stmt = stmt && stmt->kind == ST_BLOCK && stmt->nitems == 1 ? stmt->items[0] : stmt;
    bool plain = stmt && stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL &&
                 !stmt->place->symbol->is_volatile && !stmt->place->symbol->address_taken;
    if (!plain)
        return NULL;
    const Symbol *symbol = stmt->place->symbol;
    bool itself =
        stmt->op != OP_NONE || expr_mentions(stmt->value, symbol) || (condition && expr_mentions(condition, symbol));
    return itself ? symbol : NULL;
}

static bool is_sum(const Expr *expr)
{
    expr = expr_strip_casts(expr);
    return expr->kind == EX_BINARY && (expr->op == OP_ADD || expr->op == OP_SUB);
}

// By an operator, as a sum with it, or as the choice between it and a value without it: such values can be computed in
// parallel.
static bool is_operated(const Stmt *stmt, const Symbol *running)
{
    bool guarded = stmt->kind == ST_IF;
    stmt = guarded ? stmt->body : stmt;
    stmt = stmt->kind == ST_BLOCK && stmt->nitems == 1 ? stmt->items[0] : stmt;
    if (stmt->op != OP_NONE || stmt->value->kind != EX_SELECT)
        return stmt->op != OP_NONE || is_sum(stmt->value) || (guarded && !expr_mentions(stmt->value, running));
    const Expr *left = stmt->value->operands[1], *right = stmt->value->operands[2];
    const Expr *other = expr_mentions(left, running) ? right : left, *old = other == left ? right : left;
    return old->kind == EX_SYMBOL && old->symbol == running && !expr_mentions(other, running);
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

// Another value that runs on, and is computed from it: if (sum > most) most = sum; NULL: there is none.
static const Symbol *updated_beside(const Stmt *stmt, const Symbol *running)
{
    const Stmt *assignment = stmt;
    bool uses = false;
    while (assignment && (assignment->kind == ST_IF || (assignment->kind == ST_BLOCK && assignment->nitems == 1))) {
        if (assignment->kind == ST_IF && assignment->otherwise)
            return NULL;
        uses |= assignment->kind == ST_IF && expr_mentions(assignment->condition, running);
        assignment = assignment->kind == ST_IF ? assignment->body : assignment->items[0];
    }
    bool updates = assignment && assignment->kind == ST_ASSIGN && assignment->place->kind == EX_SYMBOL &&
                   assignment->place->symbol->role == SYM_LIVE && assignment->place->symbol != running &&
                   (uses || expr_mentions(assignment->value, running));
    return updates ? assignment->place->symbol : NULL;
}

static bool is_used_beside(const Stmt *block, int index, const Symbol *symbol)
{
    for (int i = 0; i < block->nitems; i++)
        if (i != index && stmt_mentions(block->items[i], symbol))
            return true;
    return false;
}

// A variable of the function that each iteration sets anew before it is used, as C of earlier days has them.
static bool is_set_anew(const Stmt *block, int index)
{
    const Stmt *item = block->items[index];
    const Symbol *symbol = item->kind == ST_ASSIGN && item->op == OP_NONE ? item->place->symbol : NULL;
    bool found = !symbol || symbol->live_after || expr_mentions(item->value, symbol);
    for (int i = 0; i < index && !found; i++)
        found = stmt_mentions(block->items[i], symbol);
    return !found;
}

// Loop distribution leaves a scan alone: what the others compute of the running value goes into arrays, into variables
// of the iteration, into other running values, or into values that nothing else uses.
static bool leaves_scan(const Stmt *block, int update, const Symbol *running)
{
    for (int i = 0; i < block->nitems; i++) {
        const Stmt *item = block->items[i];
        const Symbol *beside = running_of(item);
        bool plain = item->kind == ST_DECLARE || (item->kind == ST_ASSIGN && item->place->kind == EX_ACCESS);
        if (i == update || plain || is_set_anew(block, i) || !stmt_mentions(item, running))
            continue;
        if (beside && stmt_mentions(block->items[update], beside)) // each is computed from the other
            return false;
        const Symbol *other = updated_beside(item, running);
        if (!other || (other != beside && is_used_beside(block, i, other)))
            return false;
    }
    return true;
}

// The statement at this index of the block updates the scalar, and nothing else of the loop's body does so, or uses it
// outside of the block.
static bool is_of_block(const Stmt *body, const Stmt *block, int index, const Symbol *symbol)
{
    return induction_writes(block->items[index], symbol) == 1 && induction_writes(body, symbol) == 1 &&
           induction_mentions(body, symbol) == induction_mentions(block, symbol);
}

// The scalar that statement `update` of the block alone updates, and that the one at this index uses; NULL: none.
static const Symbol *running_before(const Stmt *body, const Stmt *block, int update, int index, bool outermost)
{
    const Symbol *symbol = running_of(block->items[update]);
    const Stmt *stmt = block->items[index];
    bool uses = symbol && (outermost ? is_operated(block->items[update], symbol) && updated_beside(stmt, symbol) &&
                                           leaves_scan(block, update, symbol)
                                     : uses_beside(stmt, symbol));
    return uses && is_of_block(body, block, update, symbol) ? symbol : NULL;
}

static Stmt *copy_in_block(Nest *nest, const Stmt *body, Stmt *block, bool outermost)
{
    Arena *arena = nest->unit->arena;
    StmtList items = {0};
    bool any = false;
    for (int i = 0; i < block->nitems; i++) {
        Stmt *item = block->items[i];
        for (int k = 0; k < i; k++) {
            const Symbol *running = running_before(body, block, k, i, outermost);
            if (!running)
                continue;
            Symbol *copy = nest_symbol(nest, running->name, running->type, SYM_LOCAL);
            copy->loc = running->loc;
            Stmt *declaration = stmt_declare(arena, copy, expr_symbol(arena, running));
            declaration->id = ++nest->next_stmt;
            declaration->loc = item->loc;
            VECTOR_PUSH(arena, &items, declaration);
            item = stmt_substitute(arena, item, running, expr_symbol(arena, copy));
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
    Stmt *body = copy_in_block(nest, stmt->body, stmt->body, false);
    return body == stmt->body ? stmt : stmt_loop_for(nest->unit->arena, stmt, stmt->loop, body);
}

typedef struct Branches {
    Nest *nest;
    const Stmt *body; // of the loop
} Branches;

// In the body of a loop and its branches, but not in loops inside of it.
static Stmt *copy_in_branches(const Branches *branches, Stmt *stmt)
{
    Arena *arena = branches->nest->unit->arena;
    if (!stmt || (stmt->kind != ST_BLOCK && stmt->kind != ST_IF))
        return stmt;
    Stmt *made = arena_copy(arena, stmt, sizeof *stmt);
    made->body = copy_in_branches(branches, stmt->body);
    made->otherwise = copy_in_branches(branches, stmt->otherwise);
    bool same = made->body == stmt->body && made->otherwise == stmt->otherwise;
    made->items = ARENA_ARRAY(arena, Stmt *, stmt->nitems + 1);
    for (int i = 0; i < stmt->nitems; i++) {
        made->items[i] = copy_in_branches(branches, stmt->items[i]);
        same = same && made->items[i] == stmt->items[i];
    }
    made = same ? stmt : made;
    return made->kind == ST_BLOCK ? copy_in_block(branches->nest, branches->body, made, true) : made;
}

// Of two loops the inner one has the value that is added to rows.
static Stmt *copy_below(Nest *nest, Stmt *stmt)
{
    if (stmt->kind != ST_LOOP)
        return stmt;
    Stmt *body = stmt_rewrite(nest->unit->arena, stmt->body, copy_in_loop, NULL, nest);
    body = copy_in_branches(&(Branches){nest, body}, body);
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
