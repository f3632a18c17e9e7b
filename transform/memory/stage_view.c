// Elements whose subscripts have quotients of iterators, as those of a loop that `collapse` made of two: they are
// staged as elements of a view, an array with the iterators themselves as subscripts (contract in stage.h).
#include "transform/memory/stage.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

typedef struct View {
    Arena *arena;
    const Array *array; // of the nest
    const Expr *access; // the only one below L
    Varying sources;    // the loops of the source around it
    StageView *made;
    bool fails;
} View;

// ---- the iterators

static void add_symbol(View *view, const Symbol *symbol)
{
    StageView *made = view->made;
    for (int i = 0; i < made->count; i++)
        if (made->symbols[i] == symbol)
            return;
    bool is_source = false;
    for (int i = 0; i < view->sources.count; i++)
        is_source = is_source || view->sources.loops[i]->iterator == symbol;
    if (is_source && made->count < MAX_DIMS)
        made->symbols[made->count++] = symbol;
    else
        view->fails = view->fails || symbol->role != SYM_PARAM;
}

static bool look_at_subscript(void *context, const Expr *expr)
{
    View *view = context;
    if (expr->kind == EX_SYMBOL)
        add_symbol(view, expr->symbol);
    return !view->fails;
}

static bool look_for_access(void *context, const Expr *expr)
{
    View *view = context;
    if (expr->kind != EX_ACCESS || expr->array != view->array)
        return true;
    view->fails = view->fails || expr->npath || (view->access && !expr_equal(view->access, expr));
    view->access = expr;
    return true;
}

// Neighbouring threads have neighbouring elements of a row of the tile.
static void put_last(StageView *made, const Symbol *symbol)
{
    for (int i = 0; i + 1 < made->count; i++)
        if (made->symbols[i] == symbol) {
            made->symbols[i] = made->symbols[i + 1];
            made->symbols[i + 1] = symbol;
        }
}

static const Symbol *iterator_of_x(const Staging *staging, const Varying *sources)
{
    for (int i = 0; i < staging->path.count; i++)
        for (int k = 0; k < sources->count && staging->path.loops[i]->loop->binding == BIND_THREAD_X; k++)
            if (sources->loops[k]->origin == staging->path.loops[i]->loop->origin ||
                sources->loops[k]->id == staging->path.loops[i]->loop->origin)
                return sources->loops[k]->iterator;
    return NULL;
}

bool stage_has_view(const Staging *staging, StageView *made)
{
    Arena *arena = staging->state->arena;
    View view = {.arena = arena, .array = staging->array, .sources = stage_source_loops(staging), .made = made};
    *made = (StageView){0};
    stmt_walk_expressions(staging->uses, look_for_access, &view);
    view.fails = view.fails || !view.access || !access_has_quotients(view.access);
    for (int d = 0; !view.fails && d < view.access->noperands; d++)
        expr_walk(view.access->operands[d], look_at_subscript, &view);
    if (view.fails || tree_writes_array(staging->path.loops[0], staging->array))
        return false;
    put_last(made, iterator_of_x(staging, &view.sources));
    Array *array = arena_copy(arena, staging->array, sizeof *array);
    array->ndim = made->count;
    for (int d = 0; d < made->count; d++) {
        Expr *last = expr_largest(arena, &view.sources, index_cast(arena, expr_symbol(arena, made->symbols[d])));
        if (!last)
            return false;
        array->extent[d] = index_add(arena, last, expr_index(arena, 1));
    }
    made->access = view.access;
    made->array = array;
    return true;
}

// ---- the tree

typedef struct Change {
    Arena *arena;
    const StageView *view;
} Change;

static Expr *to_view(void *context, Expr *expr)
{
    const Change *change = context;
    const StageView *view = change->view;
    Expr *subscripts[MAX_DIMS];
    if (!expr_equal(expr, view->access))
        return expr;
    for (int d = 0; d < view->count; d++)
        subscripts[d] = index_cast(change->arena, expr_symbol(change->arena, view->symbols[d]));
    return expr_access(change->arena, view->array, subscripts);
}

// Two steps, since what replaces one iterator may mention another.
static Expr *from_view(void *context, Expr *expr)
{
    const Change *change = context;
    const StageView *view = change->view;
    Arena *arena = change->arena;
    if (expr->kind != EX_ACCESS || expr->array != view->array)
        return expr;
    Expr *made = (Expr *)view->access;
    Symbol own[MAX_DIMS];
    for (int d = 0; d < view->count; d++) {
        own[d] = *view->symbols[d];
        made = expr_substitute(arena, made, view->symbols[d], expr_symbol(arena, &own[d]));
    }
    for (int d = 0; d < view->count; d++)
        made = expr_substitute(arena, made, &own[d], expr_cast(arena, own[d].type, expr->operands[d]));
    return made;
}

Stmt *stage_with_view(const Staging *staging, const StageView *view, Stmt *root)
{
    Arena *arena = staging->state->arena;
    Change change = {arena, view};
    Stmt *body = stmt_rewrite(arena, staging->stmt->body, NULL, to_view, &change);
    return tree_replace(arena, root, staging->stmt, stmt_loop_for(arena, staging->stmt, staging->stmt->loop, body));
}

Stmt *stage_without_view(const Staging *staging, const StageView *view, Stmt *root)
{
    Change change = {staging->state->arena, view};
    return stmt_rewrite(staging->state->arena, root, NULL, from_view, &change);
}
