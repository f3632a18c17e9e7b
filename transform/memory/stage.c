// Keeps elements that a loop uses repeatedly close to the threads (contract in transform.h): the common part of
// registers and tiles.
#include "analysis/depend/set_alike.h"
#include "frontend/directives/directive.h"
#include "transform/memory/stage_register.h"
#include "transform/memory/stage_shared.h"
#include "transform/memory/stage_view.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

Stmt *stage_refused(const Staging *staging, const char *reason)
{
    if (staging->of_iteration) {
        diag_refuse(staging->state->diag, staging->stmt->loc, "load_fragments %s at %s refused: %s",
                    staging->array->name, staging->stmt->loop->name, reason);
        return NULL;
    }
    diag_refuse(staging->state->diag, staging->stmt->loc, "stage %s %s at %s refused: %s", staging->array->name,
                staging->space == SPACE_SHARED ? "shared" : "register", staging->stmt->loop->name, reason);
    return NULL;
}

// ---- does the place exist where a condition does not hold?

static bool has_data_clause(const Directive *directive)
{
    for (int i = 0; directive && i < directive->clauses.count; i++)
        if (directive->clauses.items[i].kind >= CLAUSE_COPYIN && directive->clauses.items[i].kind <= CLAUSE_PRESENT)
            return true;
    return false;
}

static bool look_for_data_clause(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found = *found || has_data_clause(stmt->directive);
    return !*found;
}

// An array that a step has made, and that is no copy, may note which iterations have run.
static bool may_note_iterations(const Array *array)
{
    while (array->staged)
        array = array->staged;
    return array->space != SPACE_GLOBAL;
}

static bool look_for_iterations(void *context, const Expr *expr)
{
    bool *asks = context;
    *asks = *asks || (expr->kind == EX_SYMBOL && !type_is_float(expr->type)) ||
            (expr->kind == EX_ACCESS && may_note_iterations(expr->array));
    return expr->kind != EX_ACCESS && !*asks;
}

bool stage_has_data_clause(const Staging *staging)
{
    bool found = has_data_clause(staging->state->nest->directive);
    stmt_walk(staging->state->nest->body, look_for_data_clause, &found);
    return found;
}

static bool look_for_read(void *context, const Expr *expr)
{
    bool *reads = context;
    *reads = *reads || expr->kind == EX_ACCESS || expr->kind == EX_SYMBOL;
    return !*reads;
}

// Whether a part of the condition reads nothing: an iterator may have been there that a step replaced by a number.
static bool has_decided_part(const Expr *condition)
{
    bool reads = false;
    if (condition->kind != EX_BINARY || !op_is_logical(condition->op)) {
        expr_walk(condition, look_for_read, &reads);
        return !reads;
    }
    return has_decided_part(condition->operands[0]) || has_decided_part(condition->operands[1]);
}

bool stage_asks_data(const Staging *staging, const Expr *condition)
{
    const Candidate *state = staging->state;
    const ArrayFact *fact = facts_array(state->facts, staging->array);
    bool asks = stage_has_data_clause(staging) || (fact && fact->measured); // that asks them
    FOR_EACH(i, &state->facts->accesses)
        asks = asks ||
               (state->facts->accesses.items[i].array == staging->array && !state->facts->accesses.items[i].affine);
    expr_walk(condition, look_for_iterations, &asks);
    return !asks && !has_decided_part(condition);
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

// ---- the entry

// Whether an access would move along both loops, though its iterator is a different one in each of them.
static bool moves_along_both(const Staging *staging, const Varying *defining, const Loop *a, const Loop *b)
{
    Varying both = {.loops = {a, b}, .count = 2};
    return stage_array_moves(staging, defining, &both);
}

// A loop below counts an iterator that a loop around L has defined, as one does that repeats a reduction in its order:
// the definition holds around that loop, not in it.
static bool counts_defined(const Staging *staging, const Varying *below, const Varying *defining)
{
    for (int i = 0; i < below->count; i++)
        for (int k = 0; k + 1 < staging->around.count; k++) {
            const Loop *a = below->loops[i], *b = staging->around.loops[k];
            bool same = b->defines && (a->iterator == b->defines || a->defines == b->defines);
            if (same && moves_along_both(staging, defining, a, b))
                return true;
        }
    return false;
}

// Loops at, below or around L use one iterator differently: it would not be clear which of them moves an access.
bool stage_is_ambiguous(const Staging *staging)
{
    Varying all = varying_below(staging->stmt), defining = staging->around;
    for (int i = 0; i < all.count && defining.count < 2 * MAX_DEPTH; i++)
        defining.loops[defining.count++] = all.loops[i];
    for (int i = 0; i < all.count; i++)
        for (int k = 0; k < i; k++) {
            const Loop *a = all.loops[i], *b = all.loops[k];
            bool same = a->iterator == b->iterator || (a->defines && a->defines == b->defines) ||
                        a->iterator == b->defines || b->iterator == a->defines;
            bool alike = a->iterator == b->iterator && expr_equal(a->lower, b->lower) &&
                         expr_equal(a->upper, b->upper) && expr_equal(a->step, b->step) &&
                         (!a->defines || expr_equal(a->definition, b->definition));
            if (same && !alike && moves_along_both(staging, &defining, a, b))
                return true;
        }
    return counts_defined(staging, &all, &defining) || all.count == 2 * MAX_DEPTH;
}

static const Stmt *without_copies(Arena *arena, const Stmt *body)
{
    StmtList items = {0};
    for (int i = 0; i < body->nitems; i++)
        if (!body->items[i]->all_threads)
            VECTOR_PUSH(arena, &items, body->items[i]);
    return body->kind == ST_BLOCK ? stmt_block(arena, items.items, items.count) : body;
}

typedef struct Copied {
    const Array *array;
    bool found;
} Copied;

static bool look_for_copy(void *context, const Stmt *stmt)
{
    Copied *copied = context;
    copied->found = copied->found || (stmt->all_threads && tree_mentions_array(stmt, copied->array));
    return !copied->found;
}

bool stage_copies_inside(const Staging *staging)
{
    Copied copied = {.array = staging->array};
    stmt_walk(staging->uses, look_for_copy, &copied);
    return copied.found;
}

void stage_find_loop(Staging *staging, const Stmt *root, LoopId at)
{
    staging->stmt = stmt_find_loop(root, at);
    staging->uses = staging->space == SPACE_SHARED ? without_copies(staging->state->arena, staging->stmt->body)
                                                   : staging->stmt->body;
    tree_path(root, staging->stmt, &staging->path);
    staging->around = path_varying(&staging->path, 0);
}

// A view is read element by element: its neighbours need not be neighbours in memory.
static Stmt *stage_view(Staging *staging, StageView *view, Stmt *root, LoopId at)
{
    root = stage_with_view(staging, view, root);
    staging->original = staging->array;
    staging->array = view->array;
    for (int d = 0; d < view->count; d++)
        staging->unit[d] = view->from_zero[d] ? view->divisor[d] : 0;
    stage_find_loop(staging, root, at);
    root = stage_shared(staging, root);
    return root ? stage_without_view(staging, view, root) : NULL;
}

// Elements that lie apart in a flat array, such as those of A[i * 32 + k] for some of the values of k, may have no box
// in memory, but that of the iterations that use them.
static Stmt *stage_in_shared(Staging *staging, Stmt *root, LoopId at)
{
    StageView view;
    if (staging->wide || staging->pack || !stage_has_view(staging, &view))
        return stage_shared(staging, root);
    if (access_has_quotients(view.access))
        return stage_view(staging, &view, root, at);
    Staging plain = *staging;
    Diag *diag = staging->state->diag;
    staging->state->diag = diag_collector(staging->state->arena);
    Stmt *made = stage_shared(&plain, root);
    const Refusal *refusal = diag_refusal(staging->state->diag);
    staging->state->diag = diag;
    if (!made && plain.has_gaps)
        return stage_view(staging, &view, root, at);
    if (!made)
        diag_repeat(diag, refusal);
    *staging = plain;
    return made;
}

// Why no element of the array may be elsewhere than in memory below L, or NULL.
const char *stage_obstacle(const Staging *staging)
{
    if (facts_set_alike(staging->state->facts, staging->array))
        return "threads may set one element to the same value";
    if (tree_takes_address(staging->uses, staging->array)) // a copy is not the place
        return "an operation needs the address of its elements";
    Changed changed = {staging->uses, staging->array, NULL};
    stmt_walk_expressions(staging->uses, look_for_changed, &changed);
    return changed.name ? intern_printf("'%s', which a subscript mentions, changes inside the loop", changed.name)
                        : NULL;
}

static bool look_for_loaded(void *context, const Stmt *stmt)
{
    Copied *copied = context;
    bool holds = stmt->kind == ST_DECLARE && stmt->array && stmt->array->space == SPACE_REGISTER;
    copied->found = copied->found || (holds && stmt->array->staged == copied->array);
    return !copied->found;
}

// Whether registers with elements of the array are declared there.
static bool is_loaded(const Stmt *body, const Array *array)
{
    Copied copied = {.array = array};
    stmt_walk(body, look_for_loaded, &copied);
    return copied.found;
}

// Whether the elements move along a loop inside of L: otherwise there is one load, which waits for nothing.
static bool moves_inside(const Staging *staging)
{
    Varying all = staging->around, below = varying_below(staging->stmt->body);
    for (int i = 0; i < below.count && all.count < 2 * MAX_DEPTH; i++)
        all.loops[all.count++] = below.loops[i];
    return stage_array_moves(staging, &all, &below);
}

Stmt *stage_iteration(Candidate *state, Stmt *root, const Array *array, LoopId at)
{
    Staging staging = {.state = state, .array = array, .space = SPACE_REGISTER, .of_iteration = true};
    stage_find_loop(&staging, root, at);
    const Stmt *body = staging.stmt->body;
    const char *reason = stage_obstacle(&staging);
    if (array->space != SPACE_GLOBAL || array->is_volatile || staging.stmt->loop->binding != BIND_SERIAL ||
        !path_has_threads(&staging.path) || !tree_reads_array(body, array))
        return stage_refused(&staging, "no tile of it in shared memory is used there, and no thread loads it there");
    if (reason)
        return stage_refused(&staging, reason);
    if (tree_has_concurrent(body) || tree_is_collective(body) || stage_is_ambiguous(&staging))
        return stage_refused(&staging, "threads part or wait in it, or loops inside it share an iterator");
    if (is_loaded(body, array))
        return stage_refused(&staging, "its elements are in registers already");
    if (!moves_inside(&staging))
        return stage_refused(&staging, "no tile of it in shared memory is used there, and no loop inside loads it");
    return stage_register(&staging, root);
}

Stmt *stage(Candidate *state, Stmt *root, const Array *array, Space space, LoopId at, bool transpose, bool wide,
            int pad, int pack, int64_t kept)
{
    Staging staging = {.state = state,
                       .array = array,
                       .space = space,
                       .transpose = transpose,
                       .wide = wide,
                       .pad = pad,
                       .pack = pack,
                       .kept = kept};
    stage_find_loop(&staging, root, at);
    bool own = array->space == SPACE_SCRATCH && (space == SPACE_REGISTER || array_is_temporary(array));
    if ((array->space != SPACE_GLOBAL && !own) || array->is_volatile)
        return stage_refused(&staging, "only arrays in global memory can be staged");
    bool row = space == SPACE_REGISTER && stage_has_row(staging.stmt->body);
    if (!row && stage_is_ambiguous(&staging))
        return stage_refused(&staging, "loops inside it share an iterator");
    if (wide && (space != SPACE_SHARED || (transpose && !pack)))
        return stage_refused(&staging, "16 bytes are contiguous only in shared memory, and only without 'transpose'");
    if (space == SPACE_SHARED && stage_copies_inside(&staging))
        return stage_refused(&staging, "a loop inside it copies elements of the array already");
    const char *reason = stage_obstacle(&staging);
    if (reason)
        return stage_refused(&staging, reason);
    if (kept && !row)
        return stage_refused(&staging, "only rows of several loops on threads have a part in shared memory");
    if (row)
        return stage_row(&staging, root);
    // A loop bound to threads: its body runs once in each of them.
    bool once = binding_is_thread(staging.stmt->loop->binding) && !tree_has_concurrent(staging.stmt->body);
    if (binding_is_concurrent(staging.stmt->loop->binding) && !once)
        return stage_refused(&staging, "the loop does not run inside a thread");
    return space == SPACE_SHARED ? stage_in_shared(&staging, root, at) : stage_register(&staging, root);
}
