#include "frontend/normalize/loop_copy.h"

#include <string.h>

typedef struct Renaming {
    const Symbol *from, *to;
} Renaming;

typedef struct Copying {
    Nest *nest;
    const Stmt *all;
    VECTOR(Renaming) symbols;
    VECTOR(const char *) names; // of the loops so far, without their numbers
    bool has_array;
} Copying;

static const char *base_name(const char *name)
{
    return intern_n(name, strcspn(name, "#"));
}

static void rename_symbol(Copying *copying, const Symbol *symbol)
{
    Symbol *copy = nest_symbol(copying->nest, symbol->name, symbol->type, symbol->role);
    copy->loc = symbol->loc;
    VECTOR_PUSH(copying->nest->unit->arena, &copying->symbols, ((Renaming){symbol, copy}));
}

static bool find_symbols(void *context, const Stmt *stmt)
{
    Copying *copying = context;
    if (stmt->kind == ST_LOOP)
        rename_symbol(copying, stmt->loop->iterator);
    if (stmt->kind == ST_DECLARE && stmt->symbol)
        rename_symbol(copying, stmt->symbol);
    copying->has_array |= stmt->kind == ST_DECLARE && !stmt->symbol;
    return true;
}

static const Symbol *renamed(const Copying *copying, const Symbol *symbol)
{
    FOR_EACH(i, &copying->symbols)
        if (copying->symbols.items[i].from == symbol)
            return copying->symbols.items[i].to;
    return symbol;
}

static Expr *copy_expr(void *context, Expr *expr)
{
    const Copying *copying = context;
    const Symbol *symbol = expr->kind == EX_SYMBOL ? renamed(copying, expr->symbol) : NULL;
    return symbol && symbol != expr->symbol ? expr_symbol(copying->nest->unit->arena, symbol) : expr;
}

typedef struct Named {
    const char *base;
    int count;
} Named;

static bool count_named(void *context, const Stmt *stmt)
{
    Named *named = context;
    named->count += stmt->kind == ST_LOOP && base_name(stmt->loop->name) == named->base;
    return true;
}

const char *loop_another_name(const Stmt *all, const char *name, int others)
{
    Named named = {base_name(name), 1 + others};
    stmt_walk(all, count_named, &named);
    return intern_printf("%s#%d", named.base, named.count);
}

static const char *next_name(Copying *copying, const char *name)
{
    int others = 0;
    FOR_EACH(i, &copying->names)
        others += copying->names.items[i] == base_name(name);
    VECTOR_PUSH(copying->nest->unit->arena, &copying->names, base_name(name));
    return loop_another_name(copying->all, name, others);
}

static Stmt *copy_stmt(void *context, Stmt *stmt)
{
    Copying *copying = context;
    Arena *arena = copying->nest->unit->arena;
    Stmt *made = arena_copy(arena, stmt, sizeof *stmt);
    if (stmt_is_numbered(stmt))
        made->id = ++copying->nest->next_stmt;
    if (stmt->kind == ST_DECLARE)
        made->symbol = (Symbol *)renamed(copying, stmt->symbol);
    if (stmt->kind != ST_LOOP)
        return made;
    Loop loop = *stmt->loop;
    loop.iterator = renamed(copying, loop.iterator);
    loop.id = loop.origin = nest_loop_id(copying->nest);
    loop.name = next_name(copying, loop.name);
    return stmt_loop_for(arena, stmt, &loop, made->body);
}

Stmt *loop_copy(Nest *nest, const Stmt *all, const Stmt *loop)
{
    Copying copying = {.nest = nest, .all = all};
    stmt_walk(loop, find_symbols, &copying);
    return copying.has_array ? NULL : stmt_rewrite(nest->unit->arena, (Stmt *)loop, copy_stmt, copy_expr, &copying);
}
