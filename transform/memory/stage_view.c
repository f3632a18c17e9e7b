// Elements whose subscripts have quotients of iterators, as those of a loop that `collapse` made of two, or that lie
// apart in a flat array: they are staged as elements of a view, an array with the iterators themselves as subscripts
// (contract in stage.h).
#include "transform/memory/stage_view.h"
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

// ---- quotients

typedef struct Divisor {
    const Symbol *symbol;
    int64_t value;
    bool others;
} Divisor;

static bool look_for_divisor(void *context, const Expr *expr)
{
    Divisor *divisor = context;
    int64_t value = expr_divisor_of(expr, divisor->symbol);
    divisor->others = divisor->others || (value && divisor->value && divisor->value != value);
    divisor->value = value ? value : divisor->value;
    return true;
}

static void look_at_iterators(StageView *made, const Varying *sources)
{
    for (int d = 0; d < made->count; d++) {
        Divisor divisor = {.symbol = made->symbols[d]};
        expr_walk(made->access, look_for_divisor, &divisor);
        made->divisor[d] = divisor.others ? 0 : divisor.value;
        for (int i = 0; i < sources->count; i++)
            if (sources->loops[i]->iterator == made->symbols[d])
                made->from_zero[d] = expr_is_int(sources->loops[i]->lower, 0) && sources->loops[i]->step_sign > 0;
    }
}

bool stage_has_view(const Staging *staging, StageView *made)
{
    Arena *arena = staging->state->arena;
    View view = {.arena = arena, .array = staging->array, .sources = stage_source_loops(staging), .made = made};
    *made = (StageView){0};
    stmt_walk_expressions(staging->uses, look_for_access, &view);
    view.fails = view.fails || !view.access;
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
    look_at_iterators(made, &view.sources);
    return true;
}

// ---- the tree

typedef struct Change {
    Arena *arena;
    const Staging *staging;
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

// Whether it is a multiple of the number: (3 * n) % 24 is one of 3.
static bool is_multiple(Arena *arena, Expr *atom, int64_t divisor)
{
    const Expr *value = expr_strip_casts(atom);
    if (!expr_is_quotient(value) || value->op != OP_REM || value->operands[1]->integer % divisor)
        return false;
    Linear left = linear_of(arena, value->operands[0]);
    bool multiple = !left.overflow && left.constant % divisor == 0;
    FOR_EACH(i, &left.terms)
        multiple = multiple && left.terms.items[i].factor % divisor == 0;
    return multiple;
}

// Of the copies that `stage` makes, which count from 0.
static bool counts_copies(const Staging *staging, const Expr *atom)
{
    const Expr *symbol = expr_strip_casts(atom);
    return symbol->kind == EX_SYMBOL && symbol->symbol->role == SYM_ITERATOR && iterator_is_made(symbol->symbol) &&
           !varying_mentions(&staging->around, symbol);
}

// (m * a + r) / m as a + r / m, and (m * a + r) % m as r % m: neither the sum nor r is negative. NULL: it is not known.
static Expr *divided_apart(const Change *change, Operator op, Expr *sum, int64_t divisor)
{
    Arena *arena = change->arena;
    const Type *type = type_scalar(TY_I64);
    Linear all = linear_of(arena, sum), rest = {.constant = all.constant % divisor};
    Expr *whole = expr_index(arena, all.constant / divisor), *by = expr_index(arena, divisor);
    FOR_EACH(i, &all.terms) {
        LinearTerm term = all.terms.items[i];
        if (term.factor % divisor == 0)
            whole = index_add(arena, whole, index_mul(arena, expr_index(arena, term.factor / divisor), term.atom));
        else if (is_multiple(arena, term.atom, divisor))
            whole = index_add(arena, whole,
                              index_mul(arena, expr_index(arena, term.factor),
                                        expr_binary(arena, OP_DIV, index_cast(arena, term.atom), by, type)));
        else if (term.factor > 0 && counts_copies(change->staging, term.atom))
            VECTOR_PUSH(arena, &rest.terms, term);
        else
            return NULL;
    }
    if (all.overflow || rest.constant < 0)
        return NULL;
    Expr *part = expr_binary(arena, op, linear_expr(arena, &rest), by, type);
    return op == OP_REM ? part : index_add(arena, whole, part);
}

// The value of an iterator of the view, or of a quotient of it, in I64; NULL: it is something else, or may be negative.
static Expr *value_of(const Change *change, const Symbol *own, Expr *const *subscripts, const Expr *expr)
{
    const StageView *view = change->view;
    expr = expr_strip_casts(expr);
    if (!expr_is_quotient(expr)) {
        for (int d = 0; d < view->count; d++)
            if (expr->kind == EX_SYMBOL && expr->symbol == &own[d] && view->from_zero[d])
                return subscripts[d];
        return NULL;
    }
    Expr *left = value_of(change, own, subscripts, expr->operands[0]);
    if (!left)
        return NULL;
    Expr *apart = divided_apart(change, expr->op, left, expr->operands[1]->integer);
    if (apart)
        return apart;
    const Type *type = expr->type; // of 32 bits, where that is enough
    return index_cast(change->arena, expr_binary(change->arena, expr->op, expr_cast(change->arena, type, left),
                                                 expr_cast(change->arena, type, expr->operands[1]), type));
}

typedef struct Quotients {
    const Change *change;
    const Symbol *own;
    Expr *const *subscripts;
    VECTOR(const Expr *) found; // the outermost ones
    VECTOR(Expr *) values;
} Quotients;

static bool look_for_quotient(void *context, const Expr *expr)
{
    Quotients *quotients = context;
    Arena *arena = quotients->change->arena;
    Expr *value =
        expr_is_quotient(expr) ? value_of(quotients->change, quotients->own, quotients->subscripts, expr) : NULL;
    if (!value)
        return true;
    VECTOR_PUSH(arena, &quotients->found, expr);
    VECTOR_PUSH(arena, &quotients->values, expr_cast(arena, expr->type, value));
    return false;
}

static Expr *use_quotient(void *context, Expr *expr)
{
    const Quotients *quotients = context;
    FOR_EACH(i, &quotients->found)
        if (quotients->found.items[i] == expr)
            return quotients->values.items[i];
    return expr;
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
    Quotients quotients = {.change = change, .own = own, .subscripts = expr->operands};
    expr_walk(made, look_for_quotient, &quotients);
    made = expr_rewrite(arena, made, use_quotient, &quotients);
    for (int d = 0; d < view->count; d++)
        made = expr_substitute(arena, made, &own[d], expr_cast(arena, own[d].type, expr->operands[d]));
    return made;
}

Stmt *stage_with_view(const Staging *staging, const StageView *view, Stmt *root)
{
    Arena *arena = staging->state->arena;
    Change change = {arena, staging, view};
    Stmt *body = stmt_rewrite(arena, staging->stmt->body, NULL, to_view, &change);
    return tree_replace(arena, root, staging->stmt, tree_loop_again(arena, staging->stmt, staging->stmt->loop, body));
}

Stmt *stage_without_view(const Staging *staging, const StageView *view, Stmt *root)
{
    Change change = {staging->state->arena, staging, view};
    return stmt_rewrite(staging->state->arena, root, NULL, from_view, &change);
}
