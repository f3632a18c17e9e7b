// Forward substitution of temporaries into the assignments that make updates of them.
#include "frontend/normalize/forward_updates.h"
#include "frontend/normalize/induction_parts.h"

enum { MOST_FORWARDED = 32 };

typedef struct Update {
    Arena *arena;
    const Stmt *body;         // of the nest
    const Stmt *block;        // with the assignment
    const Expr *place;        // that it writes
    int used[MOST_FORWARDED]; // items of the block that set temporaries
    int count;
} Update;

// ---- mentions

typedef struct Mentions {
    const Symbol *symbol;
    int reads, writes;
} Mentions;

static bool count_read(void *context, const Expr *expr)
{
    Mentions *mentions = context;
    mentions->reads += expr->kind == EX_SYMBOL && expr->symbol == mentions->symbol;
    return true;
}

static bool count_write(void *context, const Stmt *stmt)
{
    Mentions *mentions = context;
    bool assigns = stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == mentions->symbol;
    bool declares = stmt->kind == ST_DECLARE && stmt->symbol == mentions->symbol && stmt->value;
    mentions->writes += assigns || declares;
    mentions->reads -= assigns && stmt->op == OP_NONE; // its place is among the expressions
    return true;
}

static int reads_in(const Expr *expr, const Symbol *symbol)
{
    Mentions mentions = {.symbol = symbol};
    expr_walk(expr, count_read, &mentions);
    return mentions.reads;
}

// Set once, and used in this expression only.
static bool is_used_here(const Stmt *body, const Symbol *symbol, const Expr *user)
{
    Mentions mentions = {.symbol = symbol};
    stmt_walk_expressions(body, count_read, &mentions);
    stmt_walk(body, count_write, &mentions);
    return mentions.reads == reads_in(user, symbol) && mentions.writes == 1;
}

static const Expr *set_value(const Stmt *stmt, const Symbol *symbol)
{
    bool assigns = stmt->kind == ST_ASSIGN && stmt->op == OP_NONE && stmt->place->kind == EX_SYMBOL &&
                   stmt->place->symbol == symbol;
    bool declares = stmt->kind == ST_DECLARE && stmt->symbol == symbol;
    return assigns || declares ? stmt->value : NULL;
}

static Mentions mentions_in(const Stmt *stmt, const Symbol *symbol)
{
    Mentions mentions = {.symbol = symbol};
    stmt_walk_expressions(stmt, count_read, &mentions);
    stmt_walk(stmt, count_write, &mentions);
    return mentions;
}

// Whether each statement that reads it follows one of the same block that sets it.
static bool is_set_before_reads(const Stmt *stmt, const Symbol *symbol)
{
    Mentions all = mentions_in(stmt, symbol);
    if (all.reads == 0)
        return true;
    if (stmt->kind != ST_BLOCK) {
        int below = (stmt->body ? mentions_in(stmt->body, symbol).reads : 0) +
                    (stmt->otherwise ? mentions_in(stmt->otherwise, symbol).reads : 0);
        return below == all.reads && (!stmt->body || is_set_before_reads(stmt->body, symbol)) &&
               (!stmt->otherwise || is_set_before_reads(stmt->otherwise, symbol));
    }
    bool set = false;
    for (int i = 0; i < stmt->nitems; i++) {
        const Stmt *item = stmt->items[i];
        bool simple = item->kind == ST_ASSIGN || item->kind == ST_DECLARE;
        if (!(simple && set) && !is_set_before_reads(item, symbol))
            return false;
        set = set || set_value(item, symbol);
    }
    return true;
}

// Set several times, as the temporaries of macros are, and what item `set` of the block stores is used in this
// expression only.
static bool is_value_used_here(const Stmt *body, const Stmt *block, int set, const Symbol *symbol, const Expr *user)
{
    int reads = 0;
    bool anew = false;
    for (int i = set + 1; i < block->nitems && !anew; i++) {
        reads += mentions_in(block->items[i], symbol).reads;
        anew = set_value(block->items[i], symbol);
    }
    return reads == reads_in(user, symbol) && is_set_before_reads(body, symbol);
}

// A variable of the function, too, if nothing uses it after the nest: C of earlier days has all of them there.
static bool is_temporary(const Symbol *symbol)
{
    bool is_own = symbol->role == SYM_LOCAL || (symbol->role == SYM_LIVE && !symbol->live_after);
    return is_own && !symbol->address_taken && !symbol->is_volatile;
}

// ---- what lies between the value and its use

typedef struct Between {
    const Expr *value;
    bool reads_shared, changed; // (reads_shared) a scalar that a pointer may know
} Between;

static bool note_shared(void *context, const Expr *expr)
{
    bool *found = context;
    bool shared = expr->kind == EX_SYMBOL && (expr->symbol->address_taken || expr->symbol->is_volatile);
    *found = *found || shared || (expr->kind == EX_ACCESS && expr->array->is_volatile);
    return true;
}

static bool reads_shared(const Expr *expr)
{
    bool found = false;
    expr_walk(expr, note_shared, &found);
    return found;
}

typedef struct Store {
    const Expr *place;
    bool hits; // it may change the value
} Store;

// Another array may be the same memory.
static bool note_hit(void *context, const Expr *expr)
{
    Store *store = context;
    if (expr->kind != EX_ACCESS)
        return true;
    bool same = expr->array == store->place->array;
    bool outside = expr->array->space == SPACE_GLOBAL && store->place->array->space == SPACE_GLOBAL;
    store->hits = store->hits || (same ? !expr_members_apart(expr, store->place) : outside);
    return true;
}

static bool note_change(void *context, const Stmt *stmt)
{
    Between *between = context;
    bool plain = stmt->kind == ST_ASSIGN || stmt->kind == ST_DECLARE || stmt->kind == ST_BLOCK;
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_ACCESS) {
        Store store = {stmt->place, false};
        expr_walk(between->value, note_hit, &store);
        plain = !store.hits && !(between->reads_shared && stmt->place->array->space == SPACE_GLOBAL);
    } else if (stmt->kind == ST_ASSIGN) {
        const Symbol *symbol = stmt->place->symbol;
        plain = stmt->place->kind == EX_SYMBOL && !expr_mentions(between->value, symbol) &&
                !(between->reads_shared && symbol->address_taken);
    }
    between->changed = between->changed || !plain;
    return true;
}

static bool note_fixed(void *context, const Expr *expr)
{
    bool *fixed = context;
    bool calls = expr->kind == EX_CALL && expr->function && !expr->function->pure;
    *fixed = *fixed || calls || expr->kind == EX_ADDRESS || expr->kind == EX_INTRINSIC;
    return true;
}

static bool keeps_value(const Update *update, const Expr *value, int first, int last)
{
    Between between = {.value = value, .reads_shared = reads_shared(value)};
    expr_walk(value, note_fixed, &between.changed);
    for (int i = first; i < last; i++)
        stmt_walk(update->block->items[i], note_change, &between);
    return !between.changed;
}

// ---- values

static int uses_of(const Expr *expr, const Expr *place)
{
    if (expr_equal(expr, place))
        return 1;
    int count = 0;
    for (int i = 0; i < expr->noperands; i++)
        count += uses_of(expr->operands[i], place);
    return count;
}

static Expr *forwarded(Update *update, const Expr *value, int before);

// A function that is one `return`, with its arguments.
static Expr *returned(Update *update, const Expr *call)
{
    const Function *function = call->function;
    const Stmt *body = function && function->pure ? function->body : NULL;
    while (body && body->kind == ST_BLOCK && body->nitems == 1)
        body = body->items[0];
    if (!body || body->kind != ST_RETURN || !body->value || function->nparameters != call->noperands)
        return NULL;
    Expr *value = expr_cast(update->arena, function->result, body->value);
    for (int i = 0; i < function->nparameters; i++)
        if (function->parameters[i]->type->kind == TY_POINTER)
            return NULL;
    for (int i = 0; i < function->nparameters; i++)
        value = expr_substitute(update->arena, value, function->parameters[i], call->operands[i]);
    return value;
}

typedef struct Site {
    Update *update;
    int before;
    const Expr *user; // that is rewritten
} Site;

static void note_used(Update *update, int item)
{
    for (int i = 0; i < update->count; i++)
        if (update->used[i] == item)
            return;
    update->used[update->count++] = item;
}

static Expr *put_value(void *context, Expr *expr)
{
    const Site *site = context;
    Update *update = site->update;
    if (expr->kind == EX_CALL) {
        Expr *value = returned(update, expr);
        return value ? value : expr;
    }
    const Symbol *symbol = expr->kind == EX_SYMBOL ? expr->symbol : NULL;
    bool local = symbol && is_temporary(symbol);
    for (int i = site->before - 1; local && i >= 0 && update->count < MOST_FORWARDED; i--) {
        const Expr *value = set_value(update->block->items[i], symbol);
        if (!value)
            continue;
        if (!is_used_here(update->body, symbol, site->user) &&
            !is_value_used_here(update->body, update->block, i, symbol, site->user))
            return expr;
        int count = update->count;
        note_used(update, i);
        Expr *made = forwarded(update, value, i);
        bool is_copy = expr_equal(expr_strip_casts(made), update->place); // it may stand there more than once
        if (uses_of(made, update->place) && (is_copy || reads_in(site->user, symbol) == 1) &&
            keeps_value(update, made, i + 1, site->before))
            return expr_cast(update->arena, symbol->type, made);
        update->count = count;
        return expr;
    }
    return expr;
}

static Expr *forwarded(Update *update, const Expr *value, int before)
{
    return expr_rewrite(update->arena, (Expr *)value, put_value, &(Site){update, before, value});
}

// ---- blocks

// Whether the block may read the place in a statement before, or in a call.
static bool may_lead_back(const Stmt *block, const Stmt *assignment, int before)
{
    bool found = uses_of(assignment->value, assignment->place) && assignment->value->kind == EX_CALL;
    for (int i = 0; i < before && !found; i++) {
        const Stmt *item = block->items[i];
        bool sets = item->kind == ST_ASSIGN || (item->kind == ST_DECLARE && item->value);
        found = sets && uses_of(item->value, assignment->place);
    }
    return found;
}

// What is left of the statement that sets a temporary: its declaration, if others set it, too.
static Stmt *without_value(const Update *nest, Stmt *stmt)
{
    if (stmt->kind != ST_DECLARE || mentions_in(nest->body, stmt->symbol).writes == 1)
        return NULL;
    Stmt *made = arena_copy(nest->arena, stmt, sizeof *stmt);
    made->value = NULL;
    return made;
}

static Stmt *forward_in_block(const Update *nest, const Stmt *block)
{
    Stmt *result = (Stmt *)block;
    for (int i = 0; i < result->nitems; i++) {
        const Stmt *stmt = result->items[i];
        if (stmt->kind != ST_ASSIGN || stmt->op != OP_NONE || !may_lead_back(result, stmt, i))
            continue;
        Update update = {.arena = nest->arena, .body = nest->body, .block = result, .place = stmt->place};
        Expr *value = forwarded(&update, stmt->value, i);
        bool called = stmt->value->kind == EX_CALL;
        bool same = expr_equal(expr_strip_casts(value), stmt->place); // it is stored as it was
        if (same || !uses_of(value, stmt->place) || (uses_of(stmt->value, stmt->place) && !called))
            continue;
        Stmt **items = arena_copy(nest->arena, result->items, (size_t)result->nitems * sizeof *items);
        items[i] = arena_copy(nest->arena, stmt, sizeof *stmt);
        items[i]->value = value;
        for (int k = 0; k < update.count; k++)
            items[update.used[k]] = without_value(nest, items[update.used[k]]);
        StmtList kept = {0};
        for (int k = 0; k < result->nitems; k++)
            if (items[k])
                VECTOR_PUSH(nest->arena, &kept, items[k]);
        i -= result->nitems - kept.count;
        Stmt *made = arena_copy(nest->arena, result, sizeof *result);
        made->items = kept.items;
        made->nitems = kept.count;
        result = made;
    }
    return result;
}

// ---- temporaries that others use, too: d = x[i] - m; m += d / n;   ->   d = x[i] - m; m += (x[i] - m) / n;

static bool is_set_once(const Stmt *body, const Symbol *symbol)
{
    Mentions mentions = {.symbol = symbol};
    stmt_walk(body, count_write, &mentions);
    return mentions.writes == 1;
}

// The value is the same once more. So it is computed again, and the temporary stays.
static Expr *put_copy(void *context, Expr *expr)
{
    const Site *site = context;
    const Update *update = site->update;
    const Symbol *symbol = expr->kind == EX_SYMBOL && is_temporary(expr->symbol) ? expr->symbol : NULL;
    for (int i = site->before - 1; symbol && i >= 0; i--) {
        const Expr *value = set_value(update->block->items[i], symbol);
        if (!value)
            continue;
        bool again = uses_of(value, update->place) && !reads_shared(value) && is_set_once(update->body, symbol) &&
                     keeps_value(update, value, i + 1, site->before);
        return again ? expr_cast(update->arena, symbol->type, (Expr *)value) : expr;
    }
    return expr;
}

static Stmt *copy_in_block(const Update *nest, Stmt *block)
{
    Stmt **items = ARENA_ARRAY(nest->arena, Stmt *, block->nitems + 1);
    bool any = false;
    for (int i = 0; i < block->nitems; i++) {
        items[i] = block->items[i];
        const Stmt *stmt = block->items[i];
        if (stmt->kind != ST_ASSIGN || stmt->place->kind != EX_SYMBOL)
            continue;
        Update update = {.arena = nest->arena, .body = nest->body, .block = block, .place = stmt->place};
        bool updates = stmt->op != OP_NONE || uses_of(stmt->value, stmt->place);
        Expr *value =
            updates ? expr_rewrite(nest->arena, stmt->value, put_copy, &(Site){&update, i, stmt->value}) : stmt->value;
        if (value == stmt->value)
            continue;
        items[i] = arena_copy(nest->arena, stmt, sizeof *stmt);
        items[i]->value = value;
        any = true;
    }
    if (!any)
        return block;
    Stmt *made = arena_copy(nest->arena, block, sizeof *block);
    made->items = items;
    return made;
}

static Stmt *forward(void *context, Stmt *stmt)
{
    if (stmt->kind == ST_BLOCK)
        return copy_in_block(context, forward_in_block(context, stmt));
    Stmt alone = {.kind = ST_BLOCK, .items = &stmt, .nitems = 1}; // a body without a block, or an item of one
    return stmt->kind == ST_ASSIGN ? forward_in_block(context, &alone)->items[0] : stmt;
}

Stmt *forward_updates(Nest *nest, Stmt *body)
{
    Update update = {.arena = nest->unit->arena, .body = body};
    StmtList items = {0};
    for (int i = 0; i < body->nitems; i++)
        VECTOR_PUSH(nest->unit->arena, &items, stmt_rewrite(nest->unit->arena, body->items[i], forward, NULL, &update));
    return normal_block(nest->unit->arena, items.items, items.count);
}
