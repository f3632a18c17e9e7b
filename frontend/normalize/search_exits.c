// Nests that a `return` or a `goto` leaves. A first loop finds out whether any iteration does. If so, the launcher
// gives up, which has changed nothing, and the serial loop runs: up to the iteration that leaves it, and what is done
// there may be anything that C can do. Otherwise a second loop does the work.
//
//   The first loop has the statements on which it depends whether the nest is left, and no others (a program slice).
//   They only compute scalars, of which it has copies, and read nothing that the nest stores to. So they may be
//   computed before all the others, and for iterations after the one that leaves. What is read there has to be memory
//   of the program, as with the elements that a condition on data selects.
#include "frontend/normalize/search_exits.h"
#include "frontend/host.h"
#include "frontend/normalize/induction_parts.h"
#include "frontend/normalize/loop_copy.h"
#include "ir/diag.h"

typedef VECTOR(const Symbol *) Symbols;

typedef struct Exits {
    Nest *nest;
    Arena *arena;
    const Stmt *all, *loop;
    const Symbol *left;
    Symbols needed; // whose values decide whether the nest is left
    bool fine;
} Exits;

static bool has_symbol(const Symbols *list, const Symbol *symbol)
{
    FOR_EACH(i, list)
        if (list->items[i] == symbol)
            return true;
    return false;
}

static bool add_symbol(void *context, const Expr *expr)
{
    Exits *exits = context;
    if (expr->kind == EX_SYMBOL && !has_symbol(&exits->needed, expr->symbol))
        VECTOR_PUSH(exits->arena, &exits->needed, expr->symbol);
    return true;
}

// ---- the slice

static const Symbol *set_by(const Stmt *stmt)
{
    if (stmt->kind == ST_DECLARE)
        return stmt->symbol;
    return stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL ? stmt->place->symbol : NULL;
}

// What the statement and those below it need; returns whether any of them is in the slice.
static bool add_needs(Exits *exits, const Stmt *stmt)
{
    const Symbol *set = set_by(stmt);
    bool in_slice = set && has_symbol(&exits->needed, set);
    for (int i = 0; stmt->kind == ST_BLOCK && i < stmt->nitems; i++)
        in_slice |= add_needs(exits, stmt->items[i]);
    if (stmt->body)
        in_slice |= add_needs(exits, stmt->body);
    if (stmt->otherwise)
        in_slice |= add_needs(exits, stmt->otherwise);
    if (in_slice)
        stmt_expressions(stmt, add_symbol, exits);
    return in_slice;
}

static void find_needs(Exits *exits)
{
    VECTOR_PUSH(exits->arena, &exits->needed, exits->left);
    int known;
    do {
        known = (int)exits->needed.count;
        add_needs(exits, exits->loop);
    } while (known < (int)exits->needed.count);
}

static bool find_jump(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found |= stmt->kind == ST_BREAK || stmt->kind == ST_CONTINUE || stmt->kind == ST_WHILE;
    return !*found;
}

static bool is_nothing(const Stmt *stmt)
{
    return !stmt || (stmt->kind == ST_BLOCK && stmt->nitems == 0);
}

static Stmt *slice(Exits *exits, Stmt *stmt);

static Stmt *slice_block(Exits *exits, const Stmt *block)
{
    StmtList items = {0};
    for (int i = 0; i < block->nitems; i++) {
        Stmt *item = slice(exits, block->items[i]);
        if (!is_nothing(item))
            VECTOR_PUSH(exits->arena, &items, item);
    }
    return stmt_block(exits->arena, items.items, items.count);
}

// The statements that are needed; NULL: none of them.
static Stmt *slice(Exits *exits, Stmt *stmt)
{
    const Symbol *set = set_by(stmt);
    if (stmt->kind == ST_BLOCK)
        return slice_block(exits, stmt);
    if (set)
        return has_symbol(&exits->needed, set) ? stmt : NULL;
    Stmt *body = stmt->body ? slice(exits, stmt->body) : NULL;
    Stmt *otherwise = stmt->otherwise ? slice(exits, stmt->otherwise) : NULL;
    if (is_nothing(body) && is_nothing(otherwise))
        return NULL;
    Stmt *made = arena_copy(exits->arena, stmt, sizeof *stmt);
    made->body = body ? body : stmt_block(exits->arena, NULL, 0);
    made->otherwise = is_nothing(otherwise) ? NULL : otherwise;
    if (stmt->kind == ST_LOOP || stmt->kind == ST_WHILE) { // which iterations it has may depend on the others
        bool jumps = stmt->kind == ST_WHILE;
        stmt_walk(stmt->body, find_jump, &jumps);
        exits->fine = exits->fine && !jumps;
    }
    return made;
}

static bool test_read(void *context, const Expr *expr)
{
    Exits *exits = context;
    bool fine = expr->kind != EX_ADDRESS && !induction_may_trap(expr) && !expr_is_indirect(expr) &&
                (expr->kind != EX_CALL || !expr->function || expr->function->pure);
    if (expr->kind == EX_SYMBOL)
        fine = !expr->symbol->is_volatile &&
               (!expr->symbol->address_taken || !induction_writes(exits->loop, expr->symbol));
    if (expr->kind == EX_ACCESS)
        fine = fine && !expr->array->is_volatile && !induction_stores_to(exits->loop, expr->array);
    exits->fine = exits->fine && fine;
    return exits->fine;
}

// ---- its own scalars

// Whether the statement may read what the symbol was before it; `set`: whether it has been set since.
static bool reads_old(const Stmt *stmt, const Symbol *symbol, bool *set)
{
    bool mentions = false, inside = *set, instead = *set;
    if (stmt->kind == ST_BLOCK) {
        for (int i = 0; i < stmt->nitems; i++)
            if (reads_old(stmt->items[i], symbol, set))
                return true;
        return false;
    }
    bool sets = set_by(stmt) == symbol && (stmt->kind == ST_DECLARE || stmt->op == OP_NONE);
    if (sets)
        mentions = stmt->value && expr_mentions(stmt->value, symbol);
    else
        mentions = stmt_mentions(stmt, symbol);
    if (!sets && (stmt->body || stmt->otherwise)) {
        Stmt alone = *stmt;
        alone.body = alone.otherwise = NULL;
        mentions = stmt_mentions(&alone, symbol);
    }
    if (mentions && !*set)
        return true;
    if ((stmt->body && reads_old(stmt->body, symbol, &inside)) ||
        (stmt->otherwise && reads_old(stmt->otherwise, symbol, &instead)))
        return true;
    *set = *set || sets || (stmt->kind == ST_IF && stmt->otherwise && inside && instead);
    return false;
}

static Stmt *numbered(const Exits *exits, Stmt *made)
{
    made->id = ++exits->nest->next_stmt;
    made->loc = exits->nest->leaving->loc;
    return made;
}

// The search has a copy of each variable of the function that it changes: in an iteration, or for all of them.
static Stmt *with_copies(Exits *exits, Stmt *loop, StmtList *before)
{
    Arena *arena = exits->arena;
    StmtList first = {0};
    Stmt *body = loop->body;
    FOR_EACH(i, &exits->needed) {
        const Symbol *symbol = exits->needed.items[i];
        bool old = false;
        if (symbol == exits->left || symbol->role != SYM_LIVE || !induction_writes(loop, symbol))
            continue;
        bool carried = reads_old(loop->body, symbol, &old);
        Symbol *copy = nest_symbol(exits->nest, symbol->name, symbol->type, SYM_LOCAL);
        copy->loc = symbol->loc;
        Stmt *declare = numbered(exits, stmt_declare(arena, copy, carried ? expr_symbol(arena, symbol) : NULL));
        VECTOR_PUSH(arena, carried ? before : &first, declare);
        body = stmt_substitute(arena, body, symbol, expr_symbol(arena, copy));
    }
    VECTOR_PUSH(arena, &first, body);
    return stmt_loop_for(arena, loop, loop->loop, stmt_block(arena, first.items, first.count));
}

// ---- the work

// Without the branches that leave the nest, which are not taken.
static Stmt *stay(void *context, Stmt *stmt)
{
    const Exits *exits = context;
    return set_by(stmt) == exits->left ? stmt_block(exits->arena, NULL, 0) : stmt;
}

static bool find_work(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found |= stmt->kind == ST_ASSIGN || stmt->kind == ST_EVALUATE;
    return !*found;
}

static Stmt *refuse(const Nest *nest)
{
    const Leaving *leaving = nest->leaving;
    diag_refuse(nest->unit->diag, nest->loc, "%s stays serial: %s", nest->words, leaving->because);
    if (leaving->note)
        diag_note(nest->unit->diag, leaving->loc, "%s", leaving->note);
    return NULL;
}

static bool find_rotation(void *context, const Stmt *stmt)
{
    *(bool *)context |= stmt->kind == ST_ROTATE;
    return true;
}

// left = 0; the copies; and the loop that looks for an iteration that leaves. false: there can be none.
static bool add_search(Exits *exits, StmtList *items)
{
    Arena *arena = exits->arena;
    bool rotates = false;
    stmt_walk(exits->loop, find_rotation, &rotates);
    find_needs(exits);
    Stmt *sliced = slice(exits, (Stmt *)exits->loop);
    if (rotates || !exits->fine || is_nothing(sliced))
        return false;
    stmt_walk_expressions(sliced, test_read, exits);
    Expr *left = expr_symbol(arena, exits->left);
    VECTOR_PUSH(arena, items, numbered(exits, stmt_assign(arena, left, OP_NONE, expr_int(arena, 0, left->type), NULL)));
    sliced = with_copies(exits, sliced, items);
    Stmt *search = loop_copy(exits->nest, exits->all, sliced);
    if (search)
        VECTOR_PUSH(arena, items, search);
    return search && exits->fine;
}

Stmt *search_exits(Nest *nest, Stmt *body)
{
    Arena *arena = nest->unit->arena;
    const Symbol *left = nest_left(nest);
    if (!left)
        return body;
    if (nest->is_region || body->nitems != 1 || body->items[0]->kind != ST_LOOP)
        return refuse(nest);
    Exits exits = {.nest = nest, .arena = arena, .all = body, .loop = body->items[0], .left = left, .fine = true};
    StmtList items = {0};
    if (!add_search(&exits, &items))
        return refuse(nest);
    Stmt *work = stmt_rewrite(arena, body->items[0], stay, NULL, &exits);
    Expr *stays = expr_unary(arena, OP_NOT, expr_symbol(arena, left));
    bool works = false;
    stmt_walk(work, find_work, &works);
    if (works)
        VECTOR_PUSH(arena, &items, numbered(&exits, stmt_if(arena, stays, work, NULL)));
    diag_warning(nest->unit->diag, nest->loc, WARN_ASSUME,
                 "the serial loop runs where an iteration leaves the nest, which the device finds out before: what the "
                 "iterations after it read has to exist");
    nest->is_region = true; // for what comes before the loop
    nest->reordered = true; // the conditions read their arrays before the iterations write others
    return stmt_block(arena, items.items, items.count);
}
