// Holding what a loop uses again and again close to the threads (contract in transform.h): the entry, and registers.
// stage_shared.c copies tiles to shared memory.
#include "transform/stage.h"

Stmt *stage_refused(const Staging *staging, const char *reason)
{
    diag_refuse(staging->state->diag, staging->stmt->loc, "stage %s %s at %s refused: %s", staging->array->name,
                staging->space == SPACE_SHARED ? "shared" : "register", staging->stmt->loop->name, reason);
    return NULL;
}

// ---- is it sure that the place exists, where it is loaded before the loop and stored behind it?

typedef struct Sure {
    const Staging *staging;
    Expr *condition; // that everything on the way runs, beside L itself; NULL: nothing to ask
    const Loop *asked; // the innermost loop that the condition asks for
    bool found;
} Sure;

static bool is_part_of(const Staging *staging, const Loop *loop)
{
    return loop->origin && loop->origin == staging->stmt->loop->origin;
}

static bool is_cloned(const Staging *staging, const Loop *loop)
{
    for (int i = 0; i < staging->moving.count; i++)
        if (staging->moving.loops[i] == loop)
            return true;
    return false;
}

typedef struct Uses {
    const Array *array;
    bool unconditional, any;
} Uses;

static bool look_for_use(void *context, const Expr *expr)
{
    Uses *uses = context;
    bool branches = expr->kind == EX_SELECT ||
                    (expr->kind == EX_BINARY && (expr->op == OP_LOGICAL_AND || expr->op == OP_LOGICAL_OR));
    if (branches)
        return false; // what stands in there may not be evaluated
    if (expr->kind == EX_ACCESS && expr->array == uses->array)
        uses->unconditional = true;
    return true;
}

static bool runs_at_all(Sure *sure, const Loop *loop)
{
    const Staging *staging = sure->staging;
    Arena *arena = staging->state->arena;
    Expr *count = loop_raw_count(arena, loop);
    if (is_part_of(staging, loop) || is_cloned(staging, loop))
        return true;
    if (expr_strip_casts(count)->kind == EX_INT)
        return expr_strip_casts(count)->integer > 0;
    Varying inside = varying_below(staging->stmt);
    if (varying_mentions(&inside, count))
        return false;
    Expr *runs = expr_binary(arena, OP_GT, count, expr_index(arena, 0), type_scalar(TY_I64));
    sure->condition = sure->condition ? expr_binary(arena, OP_LOGICAL_AND, sure->condition, runs, type_scalar(TY_I32)) : runs;
    sure->asked = loop;
    return true;
}

// Looks for an access that every run of the loop comes to.
static void look_for_sure(Sure *sure, const Stmt *stmt)
{
    if (sure->found || stmt->kind == ST_IF || stmt->kind == ST_WHILE)
        return;
    if (stmt->kind == ST_LOOP) {
        Sure before = *sure;
        if (runs_at_all(sure, stmt->loop))
            look_for_sure(sure, stmt->body);
        if (!sure->found)
            *sure = before;
        return;
    }
    for (int i = 0; i < stmt->nitems; i++) {
        if (tree_leaves(stmt->items[i], ST_CONTINUE) || tree_leaves(stmt->items[i], ST_BREAK))
            return;
        look_for_sure(sure, stmt->items[i]);
    }
    Uses uses = {.array = sure->staging->array};
    stmt_expressions(stmt, look_for_use, &uses);
    sure->found = sure->found || uses.unconditional;
}

// Whether L does nothing at all where the condition does not hold.
static bool is_idle_otherwise(const Sure *sure)
{
    const Stmt *loop = sure->condition ? only_loop(sure->staging->stmt->body) : NULL;
    while (loop && loop->loop != sure->asked)
        loop = only_loop(loop->body);
    return !sure->condition || loop;
}

// ---- is it known outside of L which places are meant?

typedef struct Changed {
    const Stmt *body;
    const Array *array;
    const char *name; // of what a subscript mentions and the body sets; NULL: nothing so far
} Changed;

typedef struct Setter {
    const Symbol *symbol;
    bool found;
} Setter;

static bool look_for_setter(void *context, const Stmt *stmt)
{
    Setter *setter = context;
    bool assigns = stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == setter->symbol;
    setter->found = setter->found || assigns || (stmt->kind == ST_DECLARE && stmt->symbol == setter->symbol);
    return !setter->found;
}

static bool look_in_subscript(void *context, const Expr *expr)
{
    Changed *changed = context;
    Setter setter = {.symbol = expr->symbol};
    if (expr->kind == EX_SYMBOL)
        stmt_walk(changed->body, look_for_setter, &setter);
    if (setter.found)
        changed->name = expr->symbol->name;
    if (expr->kind == EX_ACCESS && tree_writes_array(changed->body, expr->array))
        changed->name = expr->array->name;
    return !changed->name;
}

static bool look_for_changed(void *context, const Expr *expr)
{
    Changed *changed = context;
    if (expr->kind != EX_ACCESS || expr->array != changed->array)
        return true;
    for (int d = 0; d < expr->noperands; d++)
        expr_walk(expr->operands[d], look_in_subscript, changed);
    return !changed->name;
}

// ---- registers

// The loops below L along which the place moves: they are repeated around loads and stores.
static bool find_moving(Staging *staging)
{
    Varying below = varying_below(staging->stmt->body), all = staging->around;
    Varying own = {.loops = {staging->stmt->loop}, .count = 1};
    for (int i = 0; i < below.count && all.count < 2 * MAX_DEPTH; i++)
        all.loops[all.count++] = below.loops[i];
    for (int i = 0; i < below.count; i++) {
        Varying one = {.loops = {below.loops[i]}, .count = 1};
        if (stage_array_moves(staging, &all, &one))
            staging->moving.loops[staging->moving.count++] = below.loops[i];
    }
    if (stage_array_moves(staging, &all, &own))
        return stage_refused(staging, "the place moves along the loop");
    for (int i = 0; i < staging->moving.count; i++) {
        Varying inside = varying_below(staging->stmt);
        for (int k = 0; k < staging->moving.count; k++)
            for (int at = 0; at < inside.count; at++)
                if (inside.loops[at] == staging->moving.loops[k])
                    inside.loops[at] = inside.loops[--inside.count];
        if (varying_mentions(&inside, staging->moving.loops[i]->lower) || varying_mentions(&inside, staging->moving.loops[i]->upper))
            return stage_refused(staging, "the range of places changes along the loop");
    }
    return true;
}

typedef struct Held {
    const Staging *staging;
    const Symbol *symbol; // one place
    const Array *array;   // a box of places, or
    bool by_loops;        // one place for each turn of the loops that move
    int ndim;
    int64_t extent[MAX_DIMS];
} Held;

// Groups of places far from each other make a box of which most is not used: then the loops' own numbers are the subscripts.
static bool lay_out(Held *held, const Expr *access)
{
    const Staging *staging = held->staging;
    const Box *box = &staging->box;
    int64_t places = 1, turns = 1, counts[2 * MAX_DEPTH];
    for (int d = 0; d < box->ndim; d++)
        places *= box->extent[d] < 256 ? box->extent[d] : 256;
    held->ndim = box->ndim;
    for (int d = 0; d < box->ndim; d++)
        held->extent[d] = box->extent[d];
    if (staging->moving.count > MAX_DIMS ||
        !box_tells_apart(staging->state, access, &staging->around, &staging->moving, counts))
        return places <= 255;
    for (int i = 0; i < staging->moving.count; i++)
        turns *= counts[i] < 256 ? counts[i] : 256;
    held->by_loops = turns < places && turns <= 255;
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
    for (int i = 0; i < held->ndim && held->by_loops; i++)
        subscripts[i] = expr_symbol(staging->state->arena, staging->moving.loops[i]->iterator);
}

static Expr *held_place(const Held *held, Expr *const *subscripts)
{
    Arena *arena = held->staging->state->arena;
    return held->symbol ? expr_symbol(arena, held->symbol) : expr_access(arena, held->array, subscripts);
}

static Expr *use_held(void *context, Expr *expr)
{
    const Held *held = context;
    const Staging *staging = held->staging;
    Expr *subscripts[MAX_DIMS];
    if (expr->kind != EX_ACCESS || expr->array != staging->array)
        return expr;
    held_subscripts(held, expr, subscripts);
    return held_place(held, subscripts);
}

static void declare_held(Staging *staging, Held *held, Stmt **declaration)
{
    Restructuring *state = staging->state;
    const char *name = intern_printf("%s_held", staging->array->name);
    bool one = true;
    Expr *extents[MAX_DIMS];
    for (int d = 0; d < held->ndim; d++) {
        one = one && held->extent[d] == 1;
        extents[d] = expr_index(state->arena, held->extent[d]);
    }
    if (one && !staging->moving.count) {
        Symbol *symbol = nest_symbol(state->nest, name, staging->array->element, SYM_LOCAL);
        held->symbol = symbol;
        *declaration = stmt_declare(state->arena, symbol, NULL);
        return;
    }
    Array *array = nest_array(state->nest, name, staging->array->element, SPACE_REGISTER, extents, held->ndim);
    array->staged = staging->array;
    held->array = array;
    *declaration = stmt_declare_array(state->arena, array);
}

// The moving loops once more, around a copy between the place and where it is held.
static Stmt *transfer(const Staging *staging, const Held *held, const Expr *access, bool load)
{
    Arena *arena = staging->state->arena;
    Expr *subscripts[MAX_DIMS];
    held_subscripts(held, access, subscripts);
    Expr *inside = held_place(held, subscripts);
    Stmt *body = load ? stmt_assign(arena, inside, OP_NONE, (Expr *)access, NULL)
                      : stmt_assign(arena, (Expr *)access, OP_NONE, inside, NULL);
    for (int i = staging->moving.count - 1; i >= 0; i--) {
        Loop loop = *staging->moving.loops[i];
        loop.id = nest_loop_id(staging->state->nest);
        loop.name = intern_printf("%s.%s", loop.name, load ? "load" : "store");
        body = stmt_loop(arena, &loop, body);
    }
    return body;
}

typedef struct FindAccess {
    const Array *array;
    const Expr *found;
    bool differ;
} FindAccess;

static bool find_access(void *context, const Expr *expr)
{
    FindAccess *find = context;
    if (expr->kind != EX_ACCESS || expr->array != find->array)
        return true;
    find->differ = find->differ || (find->found && !expr_equal(find->found, expr));
    find->found = expr;
    return true;
}

static Stmt *stage_register(Staging *staging, Stmt *root)
{
    Arena *arena = staging->state->arena;
    const Stmt *stmt = staging->stmt;
    if (!find_moving(staging))
        return NULL;
    if (!box_of(staging->state, stmt->body, staging->array, &staging->around, &staging->moving, &staging->box))
        return stage_refused(staging, staging->box.reason);
    FindAccess find = {.array = staging->array};
    stmt_walk_expressions(stmt->body, find_access, &find);
    Held held = {.staging = staging};
    if (!lay_out(&held, find.found))
        return stage_refused(staging, "it would need more than 255 registers a thread");
    if (find.differ)
        return stage_refused(staging, "its accesses differ");
    Sure sure = {.staging = staging};
    look_for_sure(&sure, stmt->body);
    if (!sure.found)
        return stage_refused(staging, "it is not sure that the place is used");
    if (!is_idle_otherwise(&sure))
        return stage_refused(staging, "other statements of the loop run where the place may not be used");
    Stmt *declaration;
    declare_held(staging, &held, &declaration);
    Stmt *loop = stmt_loop(arena, stmt->loop, stmt_rewrite(arena, stmt->body, NULL, use_held, &held));
    loop->loc = stmt->loc;
    Stmt *items[] = {
        declaration, transfer(staging, &held, find.found, true), loop,
        tree_writes_array(stmt->body, staging->array) ? transfer(staging, &held, find.found, false) : NULL,
    };
    Stmt *made = stmt_block(arena, items, 4);
    Expr *count = loop_raw_count(arena, stmt->loop);
    Expr *runs = expr_binary(arena, OP_GT, count, expr_index(arena, 0), type_scalar(TY_I64));
    if (runs->kind != EX_INT || !runs->integer)
        made = stmt_if(arena, runs, made, NULL);
    if (sure.condition)
        made = stmt_if(arena, sure.condition, made, NULL);
    return tree_replace(arena, root, stmt, made);
}

// Two loops inside that run over one iterator differently: an access could not tell which of them moves it.
static bool is_ambiguous(const Staging *staging)
{
    Varying all = varying_below(staging->stmt);
    for (int i = 0; i < all.count; i++)
        for (int k = 0; k < i; k++) {
            const Loop *a = all.loops[i], *b = all.loops[k];
            bool same = a->iterator == b->iterator || (a->defines && a->defines == b->defines);
            bool alike = a->iterator == b->iterator && expr_equal(a->lower, b->lower) && expr_equal(a->upper, b->upper) &&
                         expr_equal(a->step, b->step) && (!a->defines || expr_equal(a->definition, b->definition));
            if (same && !alike)
                return true;
        }
    return all.count == 2 * MAX_DEPTH;
}

Stmt *stage(Restructuring *state, Stmt *root, const Array *array, Space space, LoopId at, bool transpose, int pad)
{
    Staging staging = {.state = state, .array = array, .space = space, .transpose = transpose, .pad = pad};
    staging.stmt = stmt_find_loop(root, at);
    if (!tree_path(root, staging.stmt, &staging.path))
        return stage_refused(&staging, "the nest is too deep");
    staging.around = path_varying(&staging.path, 0);
    if (array->space != SPACE_GLOBAL || array->is_volatile)
        return stage_refused(&staging, "only arrays in global memory can be staged");
    if (is_ambiguous(&staging))
        return stage_refused(&staging, "loops inside it share an iterator");
    Changed changed = {staging.stmt->body, array, NULL};
    stmt_walk_expressions(staging.stmt->body, look_for_changed, &changed);
    if (changed.name)
        return stage_refused(&staging, intern_printf("'%s', which a subscript mentions, changes inside the loop", changed.name));
    // A loop bound to threads: its body runs once in each of them.
    bool once = space == SPACE_SHARED && binding_is_thread(staging.stmt->loop->binding);
    if (binding_is_concurrent(staging.stmt->loop->binding) && !once)
        return stage_refused(&staging, "the loop does not run inside a thread");
    return space == SPACE_SHARED ? stage_shared(&staging, root) : stage_register(&staging, root);
}
