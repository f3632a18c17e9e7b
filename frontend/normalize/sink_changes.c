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

// max(n, 0), a trip count, is n where n is unsigned.
static Expr *drop_zero(void *context, Expr *expr)
{
    (void)context;
    bool most = expr->kind == EX_BINARY && expr->op == OP_MAX && expr_is_int(expr->operands[1], 0);
    const Expr *from = most && expr->operands[0]->kind == EX_CAST ? expr->operands[0]->operands[0] : expr;
    bool natural = from != expr && type_is_integer(from->type) && !type_is_signed(from->type) &&
                   from->type->size < expr->type->size;
    return natural ? expr->operands[0] : expr;
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
    bool known = all && found == induction_writes(branch, symbol);
    return known ? expr_rewrite(sinking->arena, all, drop_zero, NULL) : NULL;
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

typedef struct Writes {
    Arena *arena;
    const Symbol *symbol;
    bool others; // than changes
} Writes;

static bool find_other_write(void *context, const Stmt *stmt)
{
    Writes *writes = context;
    InductionChange change;
    bool changes = induction_assigns(stmt, writes->symbol) && induction_change(writes->arena, stmt, &change);
    bool declares = stmt->kind == ST_DECLARE && stmt->symbol == writes->symbol;
    bool counts = stmt->kind == ST_LOOP && stmt->loop->iterator == writes->symbol;
    writes->others = writes->others || declares || counts || (induction_assigns(stmt, writes->symbol) && !changes);
    return !writes->others;
}

// Whether the nest only counts with it.
static bool only_counts(const Sinking *sinking, const Symbol *symbol)
{
    Writes writes = {sinking->arena, symbol, symbol->role != SYM_LIVE};
    FOR_EACH(i, &sinking->nest->ways)
        writes.others = writes.others && sinking->nest->ways.items[i] != symbol;
    if (!writes.others)
        stmt_walk(sinking->nest->body, find_other_write, &writes);
    return !writes.others;
}

// Of a condition that is the same in all iterations: c ? by : other.
static Expr *chosen_amount(const Sinking *sinking, const Stmt *branches, const Symbol *symbol, Expr *by, Expr *other)
{
    Arena *arena = sinking->arena;
    bool known = (by || induction_writes(branches->body, symbol) == 0) &&
                 (other || !branches->otherwise || induction_writes(branches->otherwise, symbol) == 0);
    if ((!by && !other) || !known || !induction_fixed(branches->condition, sinking->nest->body, true) ||
        !only_counts(sinking, symbol))
        return NULL;
    return expr_select(arena, branches->condition, by ? by : expr_index(arena, 0),
                       other ? other : expr_index(arena, 0));
}

static Stmt *sink_one(const Sinking *sinking, Stmt *branches, const Symbol *symbol, Stmt **change)
{
    Arena *arena = sinking->arena;
    Expr *by = amount_of(sinking, branches, branches->body, symbol);
    Expr *other = amount_of(sinking, branches, branches->otherwise, symbol);
    if (!by || !other || !expr_equal(by, other))
        by = chosen_amount(sinking, branches, symbol, by, other);
    if (!by)
        return branches;
    Expr *value = expr_cast(arena, symbol->type, by);
    *change = stmt_assign(arena, expr_symbol(arena, symbol), OP_ADD, value, symbol->type);
    (*change)->loc = branches->loc;
    (*change)->id = ++sinking->nest->next_stmt;
    Stmt *made = arena_copy(arena, branches, sizeof *branches);
    made->body = without_changes(sinking, branches->body, symbol);
    made->otherwise = branches->otherwise ? without_changes(sinking, branches->otherwise, symbol) : NULL;
    return made;
}

Stmt *sink_changes_of(Nest *nest, Stmt *stmt)
{
    const Sinking all_of = {nest, nest->unit->arena}, *sinking = &all_of;
    if (stmt->kind != ST_IF || has_jump(stmt))
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
    const Stmt *rest = all.items[0];
    bool empty = stmt_count(rest->body) == 0 && (!rest->otherwise || stmt_count(rest->otherwise) == 0);
    if (all.count > 1 && empty)
        all.items[0] = stmt_block(sinking->arena, NULL, 0);
    return all.count == 1 ? stmt : stmt_block(sinking->arena, all.items, all.count);
}

static Stmt *sink(void *context, Stmt *stmt)
{
    return sink_changes_of(context, stmt);
}

Stmt *sink_changes(Nest *nest, Stmt *body)
{
    Arena *arena = nest->unit->arena;
    StmtList items = {0};
    for (int i = 0; i < body->nitems; i++)
        VECTOR_PUSH(arena, &items, stmt_rewrite(arena, body->items[i], sink, NULL, nest));
    return normal_block(arena, items.items, items.count);
}
