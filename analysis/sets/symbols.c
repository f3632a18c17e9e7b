// Scalars and local arrays of the nest: where they are written, and which of them only name a value.
#include "analysis/sets/symbols.h"
#include "analysis/sets/values.h"
#include "ir/mentions.h"

SymbolInfo *symbol_info(const Analysis *analysis, const Symbol *symbol)
{
    FOR_EACH(i, &analysis->symbols)
        if (analysis->symbols.items[i].symbol == symbol)
            return &analysis->symbols.items[i];
    return NULL;
}

const Expr *symbol_value(const Analysis *analysis, const Symbol *symbol)
{
    const Expr *current = values_current(analysis, symbol);
    const SymbolInfo *info = symbol_info(analysis, symbol);
    return current ? current : info ? info->value : NULL;
}

const Expr *symbol_definition(const Analysis *analysis, const Symbol *symbol)
{
    return type_is_integer(symbol->type) ? symbol_value(analysis, symbol) : NULL;
}

static SymbolInfo *add_symbol(Analysis *analysis, const Symbol *symbol)
{
    SymbolInfo *info = symbol_info(analysis, symbol);
    if (info)
        return info;
    SymbolInfo fresh = {.symbol = symbol};
    VECTOR_PUSH(analysis->arena, &analysis->symbols, fresh);
    return &analysis->symbols.items[analysis->symbols.count - 1];
}

// ---- writes

static void note_writes(Analysis *analysis, const Stmt *stmt, int depth)
{
    if (!stmt)
        return;
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL) {
        SymbolInfo *info = add_symbol(analysis, stmt->place->symbol);
        info->writes++;
        info->value = stmt->op == OP_NONE ? stmt->value : NULL;
    }
    if (stmt->kind == ST_DECLARE && stmt->symbol) {
        SymbolInfo *info = add_symbol(analysis, stmt->symbol);
        info->declaration = stmt;
        info->depth = depth;
        info->writes += stmt->value != NULL;
        info->value = stmt->value;
    }
    int inner = depth + (stmt->kind == ST_LOOP);
    for (int i = 0; i < stmt->nitems; i++)
        note_writes(analysis, stmt->items[i], inner);
    note_writes(analysis, stmt->body, inner);
    note_writes(analysis, stmt->otherwise, inner);
}

// ---- definitions that hold at every use

typedef struct UseSearch {
    const Mentions *mentions;
    const Symbol *symbol;
    bool visible; // after the definition, in the block that holds it
    bool fine;
} UseSearch;

static bool note_use(void *context, const Expr *expr)
{
    UseSearch *search = context;
    if (expr->kind == EX_SYMBOL && expr->symbol == search->symbol && !search->visible)
        search->fine = false;
    return search->fine;
}

static bool defines_symbol(const Stmt *stmt, const Symbol *symbol)
{
    if (stmt->kind == ST_ASSIGN)
        return stmt->place->kind == EX_SYMBOL && stmt->place->symbol == symbol;
    return stmt->kind == ST_DECLARE && stmt->symbol == symbol && stmt->value;
}

static void check_uses(UseSearch *search, const Stmt *stmt)
{
    if (!stmt || !search->fine || !mentions_have(search->mentions, stmt, search->symbol))
        return;
    bool before = search->visible;
    if (defines_symbol(stmt, search->symbol)) {
        expr_walk(stmt->value, note_use, search);
        search->visible = true;
        return;
    }
    stmt_expressions(stmt, note_use, search);
    for (int i = 0; i < stmt->nitems; i++)
        check_uses(search, stmt->items[i]);
    check_uses(search, stmt->body);
    if (stmt->kind != ST_BLOCK)
        search->visible = before;
    check_uses(search, stmt->otherwise);
    search->visible = before;
}

typedef struct ChangeSearch {
    const Analysis *analysis;
    bool found;
} ChangeSearch;

static bool holds_at_uses(const Analysis *analysis, const Mentions *mentions, const SymbolInfo *info)
{
    if (info->declaration && info->declaration->value)
        return !expr_mentions(info->declaration->value, info->symbol);
    UseSearch search = {mentions, info->symbol, false, true};
    check_uses(&search, analysis->nest->body);
    return search.fine;
}

static bool look_for_change(void *context, const Expr *expr)
{
    ChangeSearch *search = context;
    const SymbolInfo *info = expr->kind == EX_SYMBOL ? symbol_info(search->analysis, expr->symbol) : NULL;
    search->found = search->found || (info && !info->is_fixed);
    return !search->found;
}

// Whether what the definition reads keeps its value until the uses, unlike `c` in at = i + c; c = 0; a[at] = 1.
static bool keeps_value(const Analysis *analysis, const Expr *definition)
{
    ChangeSearch search = {analysis, false};
    expr_walk(definition, look_for_change, &search);
    return !search.found;
}

void symbols_find(Analysis *analysis)
{
    note_writes(analysis, analysis->nest->body, 0);
    Arena *scratch = arena_new();
    const Mentions *mentions = mentions_of(scratch, analysis->nest->body);
    FOR_EACH(i, &analysis->symbols) {
        SymbolInfo *info = &analysis->symbols.items[i];
        bool once = info->writes == 1 && !info->symbol->address_taken && !info->symbol->is_volatile;
        bool holds = once && holds_at_uses(analysis, mentions, info);
        bool names_value =
            holds && info->value && type_is_arithmetic(info->symbol->type) && info->value->type == info->symbol->type;
        info->is_fixed = holds;
        info->value = names_value ? info->value : NULL;
    }
    arena_release(scratch);
    FOR_EACH(i, &analysis->symbols) {
        SymbolInfo *info = &analysis->symbols.items[i];
        if (info->value && !keeps_value(analysis, info->value))
            info->value = NULL;
    }
}

// ---- searches

static int declaration_depth(const Stmt *stmt, const Array *array, int depth)
{
    if (!stmt)
        return -1;
    if (stmt->kind == ST_DECLARE && stmt->array == array)
        return depth;
    int inner = depth + (stmt->kind == ST_LOOP), found = -1;
    for (int i = 0; i < stmt->nitems && found < 0; i++)
        found = declaration_depth(stmt->items[i], array, inner);
    found = found < 0 ? declaration_depth(stmt->body, array, inner) : found;
    return found < 0 ? declaration_depth(stmt->otherwise, array, inner) : found;
}

int array_depth(const Analysis *analysis, const Array *array)
{
    if (array->space != SPACE_REGISTER)
        return 0;
    int depth = declaration_depth(analysis->nest->body, array, 0);
    return depth < 0 ? 0 : depth;
}

typedef struct WriteSearch {
    const Symbol *symbol;
    const Array *array;
    bool found;
} WriteSearch;

static bool find_write(void *context, const Stmt *stmt)
{
    WriteSearch *search = context;
    if (stmt->kind == ST_ASSIGN) {
        bool scalar = search->symbol && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == search->symbol;
        bool element = search->array && stmt->place->kind == EX_ACCESS && stmt->place->array == search->array;
        search->found = search->found || scalar || element;
    }
    search->found = search->found || (stmt->kind == ST_DECLARE && search->symbol && stmt->symbol == search->symbol);
    return !search->found;
}

bool stmt_writes(const Stmt *root, const Symbol *symbol, const Array *array)
{
    WriteSearch search = {symbol, array, false};
    stmt_walk(root, find_write, &search);
    return search.found;
}
