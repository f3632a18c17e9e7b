// The initial element of an argmin or argmax: a[at] in `if (a[i] > a[at]) at = i;` before any iteration has chosen.
//
// Afterwards a[at] is an element that a[i] was before, so the footprint of a[i] covers it. This holds if nothing writes
// the array, and only the argmin writes `at` inside the loops in question.
#include "analysis/arrays/initial_element.h"
#include "analysis/sets/symbols.h"
#include "analysis/sets/values.h"

typedef struct Entry {
    Analysis *analysis;
    const Choice *choice;
    const Stmt *stmt;
    const Site *site;
    bool unknown;
} Entry;

static bool is_choice_of(const Choice *choice, const Symbol *symbol)
{
    for (int i = 0; i < choice->count; i++)
        if (choice->assignments[i]->place->kind == EX_SYMBOL && choice->assignments[i]->place->symbol == symbol)
            return true;
    return false;
}

typedef struct OtherWrites {
    const Stmt *choice;
    const Symbol *symbol;
    bool found;
} OtherWrites;

static bool look_for_write(void *context, const Stmt *stmt)
{
    OtherWrites *search = context;
    bool assigns = stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == search->symbol;
    search->found = search->found || assigns || (stmt->kind == ST_DECLARE && stmt->symbol == search->symbol);
    return !search->found && stmt != search->choice;
}

static bool written_beside(const Entry *entry, const Stmt *root, const Symbol *symbol)
{
    OtherWrites search = {entry->stmt, symbol, false};
    stmt_walk(root, look_for_write, &search);
    return search.found;
}

// The outermost loop in whose iterations only the argmin writes the symbol, and the compared expressions mean the same.
static const LoopNode *choosing_loop(const Entry *entry, const Symbol *symbol)
{
    const LoopNode *found = NULL;
    for (const LoopNode *loop = entry->site->loop; loop; loop = loop->parent) {
        if (expr_mentions(entry->choice->kept, loop->loop->iterator) || written_beside(entry, loop->stmt->body, symbol))
            break;
        found = loop;
    }
    return found;
}

// The value of a scalar of the host before the nest, as a parameter.
static Expr *value_before(Analysis *analysis, const Symbol *symbol)
{
    const char *name = arena_printf(analysis->arena, "%s_before", symbol->name);
    FOR_EACH(i, &analysis->nest->symbols) {
        const Symbol *known = analysis->nest->symbols.items[i];
        if (known->role == SYM_PARAM && known->host == symbol->host && known->host_before == symbol->host_before &&
            known->type == symbol->type && known->loc.begin == symbol->loc.begin)
            return expr_symbol(analysis->arena, known);
    }
    Symbol *made = nest_symbol(analysis->nest, name, symbol->type, SYM_PARAM);
    made->host = symbol->host;
    made->host_before = symbol->host_before;
    made->loc = symbol->loc;
    return expr_symbol(analysis->arena, made);
}

static Expr *value_at_entry(Entry *entry, const Symbol *symbol)
{
    Analysis *analysis = entry->analysis;
    const LoopNode *loop = choosing_loop(entry, symbol);
    if (!loop || symbol->address_taken)
        return NULL;
    FOR_EACH(i, &loop->entry)
        if (loop->entry.items[i].symbol == symbol && value_is_certain(analysis, loop->entry.items[i].value))
            return loop->entry.items[i].value;
    bool from_outside =
        symbol->role == SYM_LIVE && symbol->host && !written_beside(entry, analysis->nest->body, symbol);
    return from_outside ? value_before(analysis, symbol) : NULL;
}

static Expr *use_entry(void *context, Expr *expr)
{
    Entry *entry = context;
    if (expr->kind != EX_SYMBOL || !is_choice_of(entry->choice, expr->symbol))
        return expr;
    Expr *value = value_at_entry(entry, expr->symbol);
    entry->unknown = entry->unknown || !value;
    return value ? expr_cast(entry->analysis->arena, expr->type, value) : expr;
}

typedef struct Part {
    const Expr *expr;
    bool found;
} Part;

static bool look_for_part(void *context, const Expr *expr)
{
    Part *part = context;
    part->found = part->found || expr == part->expr;
    return !part->found;
}

Expr *initial_element_access(Analysis *analysis, const Stmt *stmt, const Expr *access, const Site *site)
{
    Choice choice;
    Expr *same = (Expr *)access;
    if (stmt->kind != ST_IF || access->npath || !choice_of(analysis->arena, stmt, &choice) ||
        stmt_writes(analysis->nest->body, NULL, access->array))
        return same;
    Part part = {access, false};
    expr_walk(choice.kept, look_for_part, &part);
    if (!part.found)
        return same;
    Entry entry = {analysis, &choice, stmt, site, false};
    Expr *made = expr_rewrite(analysis->arena, same, use_entry, &entry);
    return entry.unknown ? same : made;
}
