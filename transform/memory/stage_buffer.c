// Elements of an array in a thread's registers: the array that holds them, and the copies in both directions (contract
// in stage.h).
#include "transform/memory/stage_register.h"

#include <string.h>

// Loops over one iterator are alike (stage.c).
static bool has_iterator(const Varying *loops, const Symbol *iterator)
{
    for (int i = 0; i < loops->count; i++)
        if (loops->loops[i]->iterator == iterator)
            return true;
    return false;
}

bool held_find_moving(Staging *staging, bool around)
{
    Varying below = varying_below(staging->stmt->body), all = staging->around;
    Varying own = {.loops = {staging->stmt->loop}, .count = 1};
    for (int i = 0; i < below.count && all.count < 2 * MAX_DEPTH; i++)
        all.loops[all.count++] = below.loops[i];
    for (int i = 0; i < below.count; i++) {
        Varying one = {.loops = {below.loops[i]}, .count = 1};
        if (!has_iterator(&staging->moving, below.loops[i]->iterator) && stage_array_moves(staging, &all, &one))
            staging->moving.loops[staging->moving.count++] = below.loops[i];
    }
    if (around && stage_array_moves(staging, &all, &own))
        return stage_refused(staging, "the place moves along the loop");
    for (int i = 0; i < staging->moving.count; i++) {
        Varying inside = varying_below(around ? staging->stmt : staging->stmt->body);
        for (int at = inside.count - 1; at >= 0; at--)
            if (has_iterator(&staging->moving, inside.loops[at]->iterator))
                inside.loops[at] = inside.loops[--inside.count];
        if (varying_mentions(&inside, staging->moving.loops[i]->lower) ||
            varying_mentions(&inside, staging->moving.loops[i]->upper))
            return stage_refused(staging, "the range of places changes along the loop");
    }
    return true;
}

// Distant groups of elements make a box that is mostly unused: then the loops' own numbers are the subscripts.
bool held_lay_out(Held *held, const Expr *access)
{
    const Staging *staging = held->staging;
    const Box *box = &staging->box;
    int64_t places = 1, iterations = 1, counts[2 * MAX_DEPTH];
    for (int d = 0; d < box->ndim; d++)
        places *= box->extent[d] < 256 ? box->extent[d] : 256;
    held->ndim = box->ndim;
    for (int d = 0; d < box->ndim; d++)
        held->extent[d] = box->extent[d];
    if (staging->moving.count > MAX_DIMS ||
        !box_tells_apart(staging->state, access, &staging->around, &staging->moving, counts))
        return places <= 255;
    for (int i = 0; i < staging->moving.count; i++)
        iterations *= counts[i] < 256 ? counts[i] : 256;
    held->by_loops = iterations < places && iterations <= 255;
    for (int i = 0; i < staging->moving.count && held->by_loops; i++)
        held->extent[i] = counts[i];
    held->ndim = held->by_loops ? staging->moving.count : box->ndim;
    return held->by_loops || places <= 255;
}

static void held_subscripts(const Held *held, const Expr *access, Expr **subscripts)
{
    const Staging *staging = held->staging;
    if (!held->by_loops)
        box_subscripts(staging->state, &staging->box, access, &staging->around, &staging->moving, subscripts);
    for (int i = 0, d = 0; i < held->ndim && held->by_loops; i++) {
        subscripts[d++] = expr_symbol(staging->state->arena, staging->moving.loops[i]->iterator);
        for (int t = 0; i == 0 && held->threads && t < held->threads->count; t++)
            subscripts[d++] = expr_symbol(staging->state->arena, held->threads->loops[t]->iterator);
    }
}

static Expr *held_place(const Held *held, Expr *const *subscripts)
{
    Arena *arena = held->staging->state->arena;
    return held->symbol ? expr_symbol(arena, held->symbol) : expr_access(arena, held->array, subscripts);
}

Expr *held_use(void *context, Expr *expr)
{
    const Held *held = context;
    const Staging *staging = held->staging;
    Expr *subscripts[MAX_DIMS];
    if (!stage_means(staging, expr))
        return expr;
    held_subscripts(held, expr, subscripts);
    return held_place(held, subscripts);
}

Stmt *held_declare(Held *held)
{
    const Staging *staging = held->staging;
    Candidate *state = staging->state;
    const char *name = intern_printf("%s_held", staging->array->name);
    bool one = true;
    Expr *extents[MAX_DIMS];
    for (int d = 0; d < held->ndim; d++) {
        one = one && held->extent[d] == 1;
        extents[d] = expr_index(state->arena, held->extent[d]);
    }
    if (one && !staging->moving.count && !held->of_iteration) {
        Symbol *symbol = nest_symbol(state->nest, name, staging->array->element, SYM_LOCAL);
        held->symbol = symbol;
        return stmt_declare(state->arena, symbol, NULL);
    }
    Array *array = nest_array(state->nest, name, staging->array->element, SPACE_REGISTER, extents, held->ndim);
    array->staged = staging->array;
    held->array = array;
    return stmt_declare_array(state->arena, array);
}

// Of the loops over one iterator, those of copies have longer names.
static const Loop *original_of(const Staging *staging, const Loop *loop)
{
    Varying below = varying_below(staging->stmt->body);
    for (int i = 0; i < below.count; i++)
        if (below.loops[i]->iterator == loop->iterator && strlen(below.loops[i]->name) < strlen(loop->name))
            loop = below.loops[i];
    return loop;
}

// The moving loops again, around a copy between the element and its register.
static Stmt *transfer_along(const Held *held, const Loop *moving, bool load, Stmt *body)
{
    const Staging *staging = held->staging;
    Loop loop = held->of_iteration ? *original_of(staging, moving) : *moving;
    loop.serpentine = NULL; // the loop that it alternates with may be none of the copy's
    loop.id = nest_loop_id(staging->state->nest);
    const char *of = held->of_row || held->of_iteration ? intern_printf("%s_", staging->array->name) : "";
    loop.name = intern_printf("%s.%s%s", loop.name, of, load ? "load" : "store");
    return stmt_loop(staging->state->arena, &loop, body);
}

Stmt *held_transfer(const Held *held, const Expr *access, bool load)
{
    const Staging *staging = held->staging;
    Arena *arena = staging->state->arena;
    Expr *subscripts[MAX_DIMS];
    held_subscripts(held, access, subscripts);
    Expr *inside = held_place(held, subscripts);
    Stmt *body = load ? stmt_assign(arena, inside, OP_NONE, (Expr *)access, NULL)
                      : stmt_assign(arena, (Expr *)access, OP_NONE, inside, NULL);
    for (int vector = 1; vector >= 0; vector--) // innermost, as everywhere
        for (int i = staging->moving.count - 1; i >= 0; i--)
            if ((staging->moving.loops[i]->binding == BIND_VECTOR) == vector)
                body = transfer_along(held, staging->moving.loops[i], load, body);
    return body;
}

static bool look_for_access(void *context, const Expr *expr)
{
    HeldAccess *find = context;
    if (!stage_means(find->staging, expr))
        return true;
    find->differ = find->differ || (find->found && !expr_equal(find->found, expr));
    find->found = expr;
    return true;
}

HeldAccess held_access(const Stmt *body, const Staging *staging)
{
    HeldAccess find = {.staging = staging};
    stmt_walk_expressions(body, look_for_access, &find);
    return find;
}
