// Simplifies kernels for their readers (contract in lower.h): loops of one iteration, a value with two names, and an
// index that is written out although it has a name. Other repeated values stay, and so do loops around asynchronous
// copies: nvcc would order the instructions of such kernels differently.
#include "transform/lower/lower.h"
#include "transform/tree/query.h"

typedef struct Named {
    const Symbol *symbol;
    Expr *value; // of the symbol's type
} Named;

typedef struct Tidy {
    Arena *arena;
    const Stmt *root;
    VECTOR(Named) named;   // visible here, and computed from what does not change
    VECTOR(Named) aliases; // their values are symbols
} Tidy;

// ---- loops of one turn

static Stmt *without_loop(void *context, Stmt *stmt)
{
    Arena *arena = context;
    if (stmt->kind != ST_LOOP)
        return stmt;
    const Loop *loop = stmt->loop;
    bool constant = loop->lower->kind == EX_INT && loop->upper->kind == EX_INT && loop->step->kind == EX_INT &&
                    loop->step->integer > 0;
    if (!constant || loop->factor || loop->endless || loop->not_equal || loop->may_wrap || loop->tested ||
        loop->lower->integer >= loop->upper->integer)
        return stmt;
    bool once = (uint64_t)loop->upper->integer - (uint64_t)loop->lower->integer <= (uint64_t)loop->step->integer;
    if (!once || tree_declares_here(stmt->body) || tree_copies_later(stmt->body) || tree_leaves(stmt->body, ST_BREAK) ||
        tree_leaves(stmt->body, ST_CONTINUE))
        return stmt;
    return stmt_substitute(arena, stmt->body, loop->iterator,
                           expr_int(arena, loop->lower->integer, loop->iterator->type));
}

// ---- values

typedef struct Look {
    const Tidy *tidy;
    bool fixed;
} Look;

static bool look_at_value(void *context, const Expr *expr)
{
    Look *look = context;
    bool computed = expr->kind == EX_INT || expr->kind == EX_CAST || expr->kind == EX_UNARY || expr->kind == EX_BINARY;
    bool place = expr->kind == EX_INTRINSIC && expr->intrinsic <= IN_GRID_DIM_Z;
    bool symbol = expr->kind == EX_SYMBOL && !tree_writes_symbol(look->tidy->root, expr->symbol);
    look->fixed = look->fixed && type_is_integer(expr->type) && (computed || place || symbol);
    return look->fixed;
}

// Whether it has one value wherever its symbols are visible.
static bool is_fixed(const Tidy *tidy, const Expr *value)
{
    Look look = {tidy, true};
    expr_walk(value, look_at_value, &look);
    return look.fixed;
}

static bool is_computed(const Expr *value)
{
    while (value->kind == EX_CAST)
        value = value->operands[0];
    return value->kind == EX_BINARY;
}

// A declaration of what never changes, computed from what does not.
static bool names_value(const Tidy *tidy, const Stmt *stmt)
{
    return stmt->kind == ST_DECLARE && stmt->symbol && stmt->value && type_is_integer(stmt->symbol->type) &&
           is_computed(stmt->value) && !tree_writes_symbol(tidy->root, stmt->symbol) && is_fixed(tidy, stmt->value);
}

static Expr *value_of(const Tidy *tidy, const Stmt *declaration)
{
    return expr_cast(tidy->arena, declaration->symbol->type, declaration->value);
}

static const Expr *without_widening(const Expr *expr)
{
    while (expr->kind == EX_CAST && type_is_integer(expr->type) && type_is_integer(expr->operands[0]->type) &&
           expr->type->kind != TY_BOOL && type_widens(expr->operands[0]->type, expr->type))
        expr = expr->operands[0];
    return expr;
}

// The same operations in the same types. Operands may be widened at other points.
static bool same_value(const Expr *left, const Expr *right)
{
    left = without_widening(left);
    right = without_widening(right);
    if (left->kind != right->kind)
        return false;
    if (left->kind == EX_INT)
        return left->integer == right->integer && (left->integer >= 0 || left->type->kind == right->type->kind);
    if (left->kind != EX_BINARY && left->kind != EX_CAST)
        return expr_equal(left, right);
    if (left->op != right->op || left->type->kind != right->type->kind || left->noperands != right->noperands)
        return false;
    for (int i = 0; i < left->noperands; i++)
        if (left->operands[i]->type->kind != right->operands[i]->type->kind && left->kind == EX_BINARY)
            return false;
    for (int i = 0; i < left->noperands; i++)
        if (!same_value(left->operands[i], right->operands[i]))
            return false;
    return true;
}

static const Symbol *name_of(const Tidy *tidy, const Expr *value)
{
    for (int i = tidy->named.count - 1; i >= 0; i--) {
        const Named *named = &tidy->named.items[i];
        if (named->symbol && named->value->type == value->type && same_value(value, named->value))
            return named->symbol;
    }
    return NULL;
}

// The expression with a name is an index of the source, converted back to its type.
static Expr *by_name(void *context, Expr *expr)
{
    const Tidy *tidy = context;
    if (expr->kind == EX_SYMBOL)
        for (int i = tidy->aliases.count - 1; i >= 0; i--)
            if (tidy->aliases.items[i].symbol == expr->symbol)
                return tidy->aliases.items[i].value;
    const Symbol *symbol =
        expr->kind == EX_CAST && is_computed(expr) && without_widening(expr) == expr ? name_of(tidy, expr) : NULL;
    return symbol ? expr_symbol(tidy->arena, symbol) : expr;
}

// The symbol gets a value of its own here.
static void forget(Tidy *tidy, const Symbol *symbol)
{
    FOR_EACH(i, &tidy->named) {
        Named *named = &tidy->named.items[i];
        if (named->symbol && (named->symbol == symbol || expr_mentions(named->value, symbol)))
            named->symbol = NULL;
    }
}

typedef struct Declarations {
    const Tidy *tidy;
    const Symbol *symbol;
    Expr *value;
    bool equal;
} Declarations;

static bool compare_declaration(void *context, const Stmt *stmt)
{
    Declarations *all = context;
    if (stmt->kind == ST_LOOP && stmt->loop->iterator == all->symbol)
        all->equal = false;
    if (stmt->kind != ST_DECLARE || stmt->symbol != all->symbol)
        return all->equal;
    Expr *value = stmt->value ? value_of(all->tidy, stmt) : NULL;
    all->equal = all->equal && value && (!all->value || same_value(value, all->value));
    all->value = value;
    return all->equal;
}

// Whether all that declares the symbol says the same.
static bool says_one_thing(const Tidy *tidy, const Symbol *symbol)
{
    Declarations all = {tidy, symbol, NULL, true};
    stmt_walk(tidy->root, compare_declaration, &all);
    return all.equal && all.value;
}

// ---- the walk

static Stmt *tidied(Tidy *tidy, Stmt *stmt);

// The declaration, or NULL where a name that is visible has the value.
static Stmt *tidied_declaration(Tidy *tidy, Stmt *stmt)
{
    Stmt *made = stmt_rewrite(tidy->arena, stmt, NULL, by_name, tidy);
    if (!stmt->symbol)
        return made;
    bool names = names_value(tidy, stmt);
    const Symbol *name = names ? name_of(tidy, value_of(tidy, made)) : NULL;
    if (name && says_one_thing(tidy, name) && says_one_thing(tidy, stmt->symbol)) {
        Named alias = {stmt->symbol, expr_symbol(tidy->arena, name)};
        VECTOR_PUSH(tidy->arena, &tidy->aliases, alias);
        return NULL;
    }
    forget(tidy, stmt->symbol);
    if (names && is_computed(made->value)) {
        Named named = {stmt->symbol, value_of(tidy, made)};
        VECTOR_PUSH(tidy->arena, &tidy->named, named);
    }
    return made;
}

// A statement with names of its own.
static Stmt *tidied_scope(Tidy *tidy, Stmt *stmt)
{
    if (!stmt)
        return NULL;
    int named = tidy->named.count, aliases = tidy->aliases.count;
    Named *outer = arena_copy(tidy->arena, tidy->named.items, sizeof(Named) * (size_t)named);
    Stmt *made = tidied(tidy, stmt);
    tidy->named.count = named;
    tidy->aliases.count = aliases;
    for (int i = 0; i < named; i++)
        tidy->named.items[i] = outer[i];
    return made;
}

static Stmt *tidied_loop(Tidy *tidy, Stmt *stmt)
{
    Arena *arena = tidy->arena;
    Loop loop = *stmt->loop;
    loop.lower = expr_rewrite(arena, loop.lower, by_name, tidy);
    loop.upper = expr_rewrite(arena, loop.upper, by_name, tidy);
    loop.step = expr_rewrite(arena, loop.step, by_name, tidy);
    int named = tidy->named.count;
    Named *outer = arena_copy(arena, tidy->named.items, sizeof(Named) * (size_t)named);
    forget(tidy, loop.iterator);
    Stmt *made = arena_copy(arena, stmt, sizeof *stmt);
    made->body = tidied_scope(tidy, stmt->body);
    for (int i = 0; i < named; i++)
        tidy->named.items[i] = outer[i];
    made->loop = arena_copy(arena, &loop, sizeof loop);
    return made;
}

static Stmt *tidied(Tidy *tidy, Stmt *stmt)
{
    Arena *arena = tidy->arena;
    if (stmt->kind == ST_BLOCK) {
        StmtList items = {0};
        for (int i = 0; i < stmt->nitems; i++)
            VECTOR_PUSH(arena, &items, tidied(tidy, stmt->items[i]));
        return stmt_block(arena, items.items, items.count);
    }
    if (stmt->kind == ST_DECLARE)
        return tidied_declaration(tidy, stmt);
    if (stmt->kind == ST_LOOP)
        return tidied_loop(tidy, stmt);
    if (!stmt->body)
        return stmt_rewrite(arena, stmt, NULL, by_name, tidy);
    Stmt *made = arena_copy(arena, stmt, sizeof *stmt);
    made->condition = stmt->condition ? expr_rewrite(arena, stmt->condition, by_name, tidy) : NULL;
    made->body = tidied_scope(tidy, stmt->body);
    made->otherwise = tidied_scope(tidy, stmt->otherwise);
    return made;
}

Stmt *tidy_kernel(Arena *arena, Stmt *body)
{
    body = stmt_rewrite(arena, body, without_loop, NULL, arena);
    Tidy tidy = {.arena = arena, .root = body};
    return tidied(&tidy, body);
}
