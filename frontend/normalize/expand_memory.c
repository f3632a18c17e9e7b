// for i in lo..hi { t[j] = .. }, with a new t for each i  ->  for i in lo..hi { t_each[i - lo][j] = .. }
#include "frontend/normalize/expand_memory.h"

typedef struct Expansion {
    Nest *nest;
    const Array *array, *rows;
    const Loop *loop;
} Expansion;

static bool look_at(void *context, const Expr *expr)
{
    bool *known = context;
    *known = *known && expr->kind != EX_ACCESS && expr->kind != EX_CALL && expr->kind != EX_ADDRESS &&
             (expr->kind != EX_SYMBOL || expr->symbol->role == SYM_PARAM);
    return *known;
}

static bool is_known(const Expr *expr)
{
    bool known = true;
    expr_walk(expr, look_at, &known);
    return known;
}

static bool counts(const Loop *loop)
{
    return !loop->factor && !loop->endless && is_known(loop->lower) && is_known(loop->upper);
}

// Whether the array is made in the loop, or in one inside of it.
static bool makes(const Stmt *stmt, const Array *array)
{
    bool found = stmt && stmt->kind == ST_LOOP && stmt->loop->iterator == array->fresh_in;
    for (int i = 0; stmt && i < stmt->nitems && !found; i++)
        found = makes(stmt->items[i], array);
    return stmt && (found || makes(stmt->body, array) || makes(stmt->otherwise, array));
}

static Expr *row(const Expansion *expansion)
{
    Arena *arena = expansion->nest->unit->arena;
    const Loop *loop = expansion->loop;
    Expr *at = index_cast(arena, expr_symbol(arena, loop->iterator)), *from = index_cast(arena, loop->lower);
    return loop->step_sign > 0 ? index_sub(arena, at, from) : index_sub(arena, from, at);
}

static Expr *replace(void *context, Expr *expr)
{
    const Expansion *expansion = context;
    Expr *subscripts[MAX_DIMS];
    if (expr->kind != EX_ACCESS || expr->array != expansion->array)
        return expr;
    subscripts[0] = row(expansion);
    for (int d = 0; d < expansion->array->ndim; d++)
        subscripts[d + 1] = expr->operands[d];
    Expr *made = expr_access(expansion->nest->unit->arena, expansion->rows, subscripts);
    for (int i = 0; i < expr->npath; i++)
        made = expr_member(expansion->nest->unit->arena, made, expr->path[i].field, expr->path[i].subscripts);
    made->loc = expr->loc;
    return made;
}

static const Array *make_rows(const Expansion *expansion)
{
    Arena *arena = expansion->nest->unit->arena;
    const Array *array = expansion->array;
    const Loop *loop = expansion->loop;
    Expr *extents[MAX_DIMS], *lower = index_cast(arena, loop->lower), *upper = index_cast(arena, loop->upper);
    Expr *rows = loop->step_sign > 0 ? index_sub(arena, upper, lower) : index_sub(arena, lower, upper);
    extents[0] = index_max(arena, rows, expr_index(arena, 1));
    for (int d = 0; d < array->ndim; d++)
        extents[d + 1] = array->extent[d];
    Array *made = nest_array(expansion->nest, intern_printf("%s_each", array->name), array->element, SPACE_SCRATCH,
                             extents, array->ndim + 1);
    made->loc = array->loc;
    made->is_object = true;
    made->fresh_in = array->fresh_in;
    return made;
}

static Stmt *expand_in(void *context, Stmt *stmt)
{
    Expansion *expansion = context;
    const Array *array = expansion->array;
    bool outermost = stmt->kind == ST_LOOP && makes(stmt, array);
    if (!outermost || expansion->rows || !counts(stmt->loop) || array->ndim == MAX_DIMS)
        return stmt;
    expansion->loop = stmt->loop;
    expansion->rows = make_rows(expansion);
    return stmt_rewrite(expansion->nest->unit->arena, stmt, NULL, replace, expansion);
}

// Of the loops around the array, the outermost one is the first to be met.
static Stmt *expand(Expansion *expansion, Stmt *stmt)
{
    Arena *arena = expansion->nest->unit->arena;
    if (!stmt || stmt->kind == ST_LOOP)
        return stmt ? expand_in(expansion, stmt) : NULL;
    Stmt *made = arena_copy(arena, stmt, sizeof *stmt);
    made->items = arena_copy(arena, stmt->items, sizeof *stmt->items * (size_t)stmt->nitems);
    for (int i = 0; i < stmt->nitems; i++)
        made->items[i] = expand(expansion, stmt->items[i]);
    made->body = expand(expansion, stmt->body);
    made->otherwise = expand(expansion, stmt->otherwise);
    return made;
}

Stmt *expand_memory(Nest *nest, Stmt *body)
{
    int count = nest->arrays.count;
    for (int i = 0; i < count; i++) {
        Expansion expansion = {.nest = nest, .array = nest->arrays.items[i]};
        if (expansion.array->fresh_in)
            body = expand(&expansion, body);
    }
    return body;
}
