#include "frontend/normalize/induction_parts.h"
#include "frontend/normalize/sink_changes.h"

typedef struct Sinking {
    Nest *nest;
    Arena *arena;
} Sinking;

static bool find_jump(void *context, const Stmt *stmt)
{
    bool *jumps = context;
    bool leaves = stmt->kind == ST_BREAK || stmt->kind == ST_CONTINUE || stmt->kind == ST_RETURN;
    *jumps = *jumps || leaves || stmt->kind == ST_ROTATE;
    return !*jumps;
}

static bool has_jump(const Stmt *branch)
{
    bool jumps = false;
    stmt_walk(branch, find_jump, &jumps);
    return jumps;
}

// By how much the branch changes the symbol; NULL: not at all, or by an amount that is not known before the if.
static Expr *amount_of(const Sinking *sinking, const Stmt *branches, const Stmt *branch, const Symbol *symbol)
{
    Expr *all = NULL;
    int found = 0;
    for (int i = 0; i < stmt_count(branch); i++) {
        InductionChange change;
        if (!induction_change(sinking->arena, stmt_item(branch, i), &change) || change.symbol != symbol)
            continue;
        if (!induction_fixed(change.by, branches, true))
            return NULL;
        all = all ? index_add(sinking->arena, all, change.by) : change.by;
        found++;
    }
    return found == induction_writes(branch, symbol) ? all : NULL;
}

// The branch without the changes.
static Stmt *without_changes(const Sinking *sinking, const Stmt *branch, const Symbol *symbol)
{
    Arena *arena = sinking->arena;
    Expr *itself = expr_symbol(arena, symbol), *added = expr_index(arena, 0), *value = itself;
    StmtList made = {0};
    for (int i = 0; i < stmt_count(branch); i++) {
        InductionChange change;
        Stmt *item = stmt_item(branch, i);
        if (!induction_change(arena, item, &change) || change.symbol != symbol) {
            VECTOR_PUSH(arena, &made, stmt_substitute(arena, item, symbol, value));
            continue;
        }
        added = index_add(arena, added, change.by);
        value = expr_cast(arena, symbol->type, index_add(arena, index_cast(arena, itself), added));
    }
    return stmt_block(arena, made.items, made.count);
}

static Stmt *sink_one(const Sinking *sinking, Stmt *branches, const Symbol *symbol, Stmt **change)
{
    Arena *arena = sinking->arena;
    Expr *by = amount_of(sinking, branches, branches->body, symbol);
    Expr *other = by ? amount_of(sinking, branches, branches->otherwise, symbol) : NULL;
    if (!other || !expr_equal(by, other))
        return branches;
    Expr *value = expr_cast(arena, symbol->type, by);
    *change = stmt_assign(arena, expr_symbol(arena, symbol), OP_ADD, value, symbol->type);
    (*change)->loc = branches->loc;
    (*change)->id = ++sinking->nest->next_stmt;
    Stmt *made = arena_copy(arena, branches, sizeof *branches);
    made->body = without_changes(sinking, branches->body, symbol);
    made->otherwise = without_changes(sinking, branches->otherwise, symbol);
    return made;
}

static Stmt *sink(void *context, Stmt *stmt)
{
    const Sinking *sinking = context;
    if (stmt->kind != ST_IF || !stmt->otherwise || has_jump(stmt))
        return stmt;
    StmtList all = {0};
    VECTOR_PUSH(sinking->arena, &all, stmt);
    FOR_EACH(i, &sinking->nest->symbols) {
        const Symbol *symbol = sinking->nest->symbols.items[i];
        Stmt *change = NULL;
        if (!induction_candidate(symbol) || symbol->type->size < 4)
            continue;
        all.items[0] = sink_one(sinking, all.items[0], symbol, &change);
        if (change)
            VECTOR_PUSH(sinking->arena, &all, change);
    }
    return all.count == 1 ? stmt : stmt_block(sinking->arena, all.items, all.count);
}

Stmt *sink_changes(Nest *nest, Stmt *body)
{
    Sinking sinking = {nest, nest->unit->arena};
    StmtList items = {0};
    for (int i = 0; i < body->nitems; i++)
        VECTOR_PUSH(sinking.arena, &items, stmt_rewrite(sinking.arena, body->items[i], sink, NULL, &sinking));
    return normal_block(sinking.arena, items.items, items.count);
}
