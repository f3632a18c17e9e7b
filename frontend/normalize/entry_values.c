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

static Stmt *enter_all(Nest *nest, Stmt *body)
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

// ---- variables that iterations set under a condition that the nest does not change

Symbol *entry_symbol(Nest *nest, const Symbol *of)
{
    Symbol *before = nest_symbol(nest, intern_printf("%s_before", of->name), of->type, SYM_PARAM);
    before->host = of->host;
    before->host_before = of->host_before;
    before->loc = of->loc;
    before->is_enum = of->is_enum;
    return before;
}

static bool mentions(const Expr *expr, const Symbol *symbol)
{
    return expr && expr_mentions(expr, symbol);
}

// Whether some way through the statement reads it before it is set. `set`: whether it is, on all ways so far.
static bool reads_first(const Stmt *stmt, const Symbol *symbol, bool *set)
{
    bool assigns = stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == symbol;
    bool reads = mentions(stmt->value, symbol) || mentions(stmt->condition, symbol) ||
                 (assigns ? stmt->op != OP_NONE : mentions(stmt->place, symbol));
    if (stmt->kind == ST_LOOP)
        reads = mentions(stmt->loop->lower, symbol) || mentions(stmt->loop->upper, symbol);
    reads = reads && !*set;
    *set = *set || assigns;
    for (int i = 0; i < stmt->nitems; i++)
        reads = reads_first(stmt->items[i], symbol, set) || reads;
    bool yes = *set, no = *set;
    reads = (stmt->body && reads_first(stmt->body, symbol, &yes)) || reads;
    reads = (stmt->otherwise && reads_first(stmt->otherwise, symbol, &no)) || reads;
    *set = *set || (stmt->kind == ST_IF && yes && no);
    return reads;
}

typedef struct Otherwise {
    Nest *nest;
    const Stmt *body;
    const Symbol *symbol;
    const Expr *condition; // of the branches that set it
    int mentions, writes;  // in them
    bool differ;           // so do others
    Expr *entry;
} Otherwise;

static bool find_break(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found = *found || stmt->kind == ST_BREAK;
    return !*found;
}

static bool look_for_branch(void *context, const Stmt *stmt)
{
    Otherwise *look = context;
    if (stmt->kind != ST_IF || !induction_writes(stmt, look->symbol) ||
        !induction_fixed(stmt->condition, look->body, false))
        return true;
    bool set = false;
    stmt_walk(stmt->body, find_break, &look->differ); // a search, which first_match.c reads
    look->differ = look->differ || (stmt->otherwise && induction_writes(stmt->otherwise, look->symbol)) ||
                   reads_first(stmt->body, look->symbol, &set) ||
                   (look->condition && !expr_equal(look->condition, stmt->condition));
    look->condition = stmt->condition;
    look->writes += induction_writes(stmt->body, look->symbol);
    look->mentions += induction_mentions(stmt->body, look->symbol);
    return false;
}

static Stmt *set_otherwise(void *context, Stmt *stmt)
{
    const Otherwise *look = context;
    if (stmt->kind != ST_IF || !induction_writes(stmt->body, look->symbol) ||
        !expr_equal(look->condition, stmt->condition))
        return stmt;
    Arena *arena = look->nest->unit->arena;
    Stmt *set = stmt_assign(arena, expr_symbol(arena, look->symbol), OP_NONE, look->entry, NULL);
    set->id = ++look->nest->next_stmt;
    set->loc = stmt->loc;
    Stmt *made = arena_copy(arena, stmt, sizeof *stmt);
    made->otherwise = stmt->otherwise ? stmt_block(arena, (Stmt *[]){set, stmt->otherwise}, 2) : set;
    return made;
}

// Where the condition does not hold, no iteration has set it: it holds what it held before the nest.
static Stmt *keep_entry(Nest *nest, Stmt *body, const Symbol *symbol)
{
    Otherwise look = {.nest = nest, .body = body, .symbol = symbol};
    stmt_walk(body, look_for_branch, &look);
    bool read_elsewhere = look.mentions < induction_mentions(body, symbol);
    if (!look.condition || !read_elsewhere || look.differ || look.writes != induction_writes(body, symbol))
        return body;
    look.entry = expr_symbol(nest->unit->arena, entry_symbol(nest, symbol));
    return stmt_rewrite(nest->unit->arena, body, set_otherwise, NULL, &look);
}

Stmt *entry_values(Nest *nest, Stmt *body)
{
    Arena *arena = nest->unit->arena;
    body = enter_all(nest, body);
    for (int i = 0, count = nest->symbols.count; !nest->is_region && i < count; i++)
        if (is_variable(nest->symbols.items[i]))
            body = keep_entry(nest, body, nest->symbols.items[i]);
    Stmt **only = ARENA_ARRAY(arena, Stmt *, 1);
    only[0] = body;
    return body->kind == ST_BLOCK ? body : normal_block(arena, only, 1);
}
