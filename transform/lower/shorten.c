// Kernels in plain style, shortened for readers (contract in lower.h). Every index has 32 bits by now, and the launcher
// has tested that none of them overflows.
#include "transform/lower/lower.h"
#include "transform/tree/query.h"

typedef struct Named {
    const Symbol *symbol;
    Linear value;
} Named;

typedef struct Shortening {
    Arena *arena;
    const Stmt *root;
    VECTOR(Named) named; // visible here
} Shortening;

static bool is_int(const Expr *expr)
{
    return expr->type->kind == TY_I32;
}

static bool is_place(const Expr *expr)
{
    const Expr *plain = expr_strip_casts(expr);
    return plain->kind == EX_INTRINSIC && plain->intrinsic <= IN_GRID_DIM_Z;
}

// ---- values with names: 16 * i_tile + i_elem + 2 is i + 1

static bool look_for_changes(void *context, const Expr *expr)
{
    const Shortening *shortening = context;
    return expr->kind != EX_SYMBOL || !tree_writes_symbol(shortening->root, expr->symbol);
}

typedef struct Fixed {
    Shortening *shortening;
    bool fixed;
} Fixed;

static bool look_at_value(void *context, const Expr *expr)
{
    Fixed *fixed = context;
    bool computed = expr->kind == EX_INT || expr->kind == EX_CAST || expr->kind == EX_SYMBOL || is_place(expr) ||
                    (expr->kind == EX_BINARY && (expr->op == OP_ADD || expr->op == OP_SUB || expr->op == OP_MUL));
    fixed->fixed = fixed->fixed && computed && look_for_changes(fixed->shortening, expr);
    return fixed->fixed;
}

static void add_name(Shortening *shortening, const Stmt *declaration)
{
    const Symbol *symbol = declaration->symbol;
    if (!symbol || !declaration->value || symbol->type->kind != TY_I32 || tree_writes_symbol(shortening->root, symbol))
        return;
    Fixed fixed = {shortening, true};
    expr_walk(declaration->value, look_at_value, &fixed);
    Named named = {symbol, linear_of(shortening->arena, declaration->value)};
    bool varies = named.value.terms.count > 0;
    if (fixed.fixed && varies && !named.value.overflow)
        VECTOR_PUSH(shortening->arena, &shortening->named, named);
}

static Expr *with_constant(Arena *arena, Expr *symbol, int64_t constant)
{
    const Type *type = symbol->type;
    if (constant < 0)
        return expr_binary(arena, OP_SUB, symbol, expr_int(arena, -constant, type), type);
    return expr_binary(arena, OP_ADD, symbol, expr_int(arena, constant, type), type);
}

static Expr *by_name(void *context, Expr *expr)
{
    Shortening *shortening = context;
    Arena *arena = shortening->arena;
    bool sum = expr->kind == EX_BINARY && (expr->op == OP_ADD || expr->op == OP_SUB);
    if (!is_int(expr) || !(sum || (expr->kind == EX_CAST && is_place(expr))))
        return expr;
    Linear value = linear_of(arena, expr);
    const Expr *only = value.terms.count == 1 ? expr_strip_casts(value.terms.items[0].atom) : NULL;
    if (only && only->kind == EX_SYMBOL && is_int(only) && value.terms.items[0].factor == 1 && !value.overflow)
        return with_constant(arena, (Expr *)only, value.constant);
    for (int i = shortening->named.count - 1; i >= 0; i--) {
        const Named *named = &shortening->named.items[i];
        Linear rest = linear_combine(arena, &value, &named->value, -1);
        if (value.overflow || rest.overflow || !linear_is_constant(&rest) || rest.constant != (int32_t)rest.constant)
            continue;
        return with_constant(arena, expr_symbol(arena, named->symbol), rest.constant);
    }
    return expr;
}

static Stmt *named_below(Shortening *shortening, Stmt *stmt);

static Stmt *named_scope(Shortening *shortening, Stmt *stmt)
{
    int visible = shortening->named.count;
    Stmt *made = stmt ? named_below(shortening, stmt) : NULL;
    shortening->named.count = visible;
    return made;
}

static Expr *renamed(Shortening *shortening, Expr *expr)
{
    return expr ? expr_rewrite(shortening->arena, expr, by_name, shortening) : NULL;
}

static Stmt *named_below(Shortening *shortening, Stmt *stmt)
{
    Arena *arena = shortening->arena;
    if (stmt->kind == ST_BLOCK) {
        StmtList items = {0};
        for (int i = 0; i < stmt->nitems; i++)
            VECTOR_PUSH(arena, &items, named_below(shortening, stmt->items[i]));
        return stmt_block(arena, items.items, items.count);
    }
    Stmt *made = arena_copy(arena, stmt, sizeof *stmt);
    if (!stmt->body) {
        made = stmt_rewrite(arena, made, NULL, by_name, shortening);
        if (stmt->kind == ST_DECLARE)
            add_name(shortening, made);
        return made;
    }
    if (stmt->kind == ST_LOOP) {
        Loop loop = *stmt->loop;
        loop.lower = renamed(shortening, loop.lower);
        loop.upper = renamed(shortening, loop.upper);
        loop.step = renamed(shortening, loop.step);
        made->loop = arena_copy(arena, &loop, sizeof loop);
    }
    made->condition = renamed(shortening, stmt->condition);
    made->body = named_scope(shortening, stmt->body);
    made->otherwise = named_scope(shortening, stmt->otherwise);
    return made;
}

// ---- for (j..) { const int i = j; .. }   ->   for (i..) { .. }

static Stmt *with_own_iterator(void *context, Stmt *stmt)
{
    Arena *arena = context;
    const Stmt *body = stmt->body,
               *first = stmt->kind == ST_LOOP && body->kind == ST_BLOCK && body->nitems ? body->items[0] : NULL;
    if (!first || first->kind != ST_DECLARE || !first->symbol || !first->value || first->value->kind != EX_SYMBOL)
        return stmt;
    const Symbol *iterator = stmt->loop->iterator;
    Stmt *rest = stmt_block(arena, body->items + 1, body->nitems - 1);
    bool other = tree_mentions(rest, iterator) || tree_writes_symbol(rest, first->symbol);
    if (first->value->symbol != iterator || first->symbol->type != iterator->type || other)
        return stmt;
    Loop loop = *stmt->loop;
    loop.iterator = first->symbol;
    loop.name = first->symbol->name;
    return stmt_loop_for(arena, stmt, &loop, rest);
}

// ---- indices that are no longer used

static Stmt *without_unused(void *context, Stmt *stmt)
{
    const Shortening *shortening = context;
    bool index = stmt->kind == ST_DECLARE && stmt->symbol && stmt->value && is_place(stmt->value);
    return index && !tree_mentions(shortening->root, stmt->symbol) ? NULL : stmt;
}

// ---- const int i = 256 * blockIdx.x + threadIdx.x: as unsigned numbers, as the indices are

typedef struct Unsigned {
    Arena *arena;
    const Stmt *root;
} Unsigned;

typedef struct Index {
    const Symbol *symbol;
    const Expr *place;
} Index;

static bool look_for_index(void *context, const Stmt *stmt)
{
    Index *index = context;
    if (stmt->kind == ST_DECLARE && stmt->symbol == index->symbol && stmt->value && is_place(stmt->value))
        index->place = expr_strip_casts(stmt->value);
    return true;
}

// blockIdx.x of a symbol that is declared as that; NULL: it is another expression.
static Expr *place_of(const Unsigned *all, const Expr *expr)
{
    Index index = {expr->kind == EX_SYMBOL ? expr->symbol : NULL, NULL};
    if (is_place(expr))
        return (Expr *)expr_strip_casts(expr);
    if (index.symbol && !tree_writes_symbol(all->root, index.symbol))
        stmt_walk(all->root, look_for_index, &index);
    return (Expr *)index.place;
}

// NULL: not all of it is known to be at least 0.
static Expr *as_unsigned(const Unsigned *context, Expr *expr)
{
    const Type *type = type_scalar(TY_U32);
    Expr *place = place_of(context, expr);
    if (place)
        return place;
    if (expr->kind == EX_INT && expr->integer >= 0)
        return expr_int(context->arena, expr->integer, type);
    if (expr->kind != EX_BINARY || (expr->op != OP_ADD && expr->op != OP_MUL))
        return NULL;
    Expr *left = as_unsigned(context, expr->operands[0]), *right = as_unsigned(context, expr->operands[1]);
    return left && right ? expr_binary(context->arena, expr->op, left, right, type) : NULL;
}

// NULL: as it is.
static Expr *start_value(const Unsigned *context, Expr *value)
{
    Expr *made = is_int(value) && value->kind == EX_BINARY ? as_unsigned(context, value) : NULL;
    return made ? expr_cast(context->arena, value->type, made) : NULL;
}

static Stmt *plain_start(void *context, Stmt *stmt)
{
    const Unsigned *all = context;
    Stmt *made = arena_copy(all->arena, stmt, sizeof *stmt);
    if (stmt->kind == ST_LOOP) {
        Loop loop = *stmt->loop;
        loop.lower = start_value(all, loop.lower);
        return loop.lower ? stmt_loop_for(all->arena, stmt, &loop, stmt->body) : stmt;
    }
    made->value = stmt->kind == ST_DECLARE && stmt->symbol && stmt->value ? start_value(all, stmt->value) : NULL;
    return made->value ? made : stmt;
}

Stmt *shorten_kernel(Arena *arena, Stmt *body)
{
    Shortening shortening = {.arena = arena, .root = body};
    body = named_below(&shortening, body);
    body = stmt_rewrite(arena, body, with_own_iterator, NULL, arena);
    body = stmt_rewrite(arena, body, plain_start, NULL, &(Unsigned){arena, body});
    shortening.root = body;
    return stmt_rewrite(arena, body, without_unused, NULL, &shortening);
}
