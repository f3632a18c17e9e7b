// Elements that several loops in a row use, each bound to threads in the same way: a thread keeps its elements in
// registers from one loop to the next.
#include "transform/memory/stage_register.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

enum { MOST_LOOPS = 16, MOST_ELEMENTS = 64 };

typedef struct RowLoop {
    Staging staging; // with the loop as L
    HeldAccess access;
    bool writes;
} RowLoop;

typedef struct Row {
    const Staging *staging;
    RowLoop loops[MOST_LOOPS];
    int count, first_write, last_write; // of loops that write it, -1: none
    RowParts parts;                     // with staging->kept
    Array *kept;                        // in shared memory
} Row;

static bool is_bound(const Stmt *stmt)
{
    return stmt->kind == ST_LOOP && binding_is_thread(stmt->loop->binding);
}

bool stage_has_row(const Stmt *body)
{
    for (int i = 0; i < stmt_count(body); i++)
        if (is_bound(stmt_item(body, i)))
            return true;
    return false;
}

// ---- the loops

static const char *add_loop(Row *row, const Stmt *root, const Stmt *stmt)
{
    if (row->count == MOST_LOOPS || tree_has_concurrent(stmt->body))
        return "a loop inside of it that is bound to threads holds another";
    RowLoop *loop = &row->loops[row->count];
    loop->staging = *row->staging;
    loop->staging.stmt = stmt;
    loop->staging.uses = stmt->body;
    tree_path(root, stmt, &loop->staging.path);
    loop->staging.around = path_varying(&loop->staging.path, 0);
    if (stage_is_ambiguous(&loop->staging))
        return "loops inside it share an iterator";
    loop->access = held_access(stmt->body, &loop->staging);
    if (loop->access.differ)
        return "its accesses differ";
    if (loop->access.found->npath)
        return "its elements are structs of which members are used";
    loop->writes = tree_writes_array(stmt->body, row->staging->array);
    if (loop->writes && row->first_write < 0)
        row->first_write = row->count;
    row->last_write = loop->writes ? row->count : row->last_write;
    row->count++;
    return NULL;
}

// Between the loops, other code may read what memory has: no loop may have written before.
static const char *find_loops(Row *row, const Stmt *root)
{
    const Stmt *body = row->staging->stmt->body;
    for (int i = 0; i < stmt_count(body); i++) {
        const Stmt *item = stmt_item(body, i);
        if (!tree_mentions_array(item, row->staging->array))
            continue;
        const char *why = is_bound(item) ? add_loop(row, root, item) : NULL;
        if (why)
            return why;
        if (is_bound(item))
            continue;
        if (tree_has_concurrent(item) || tree_writes_array(item, row->staging->array) || row->first_write >= 0)
            return "code between its loops that are bound to threads uses elements that these write, or writes them";
    }
    return row->count > 1 ? NULL : "fewer than two of its loops that are bound to threads use the array";
}

// ---- whether a thread has the same elements in all of them

// In terms of the first loop.
static Expr *in_first(const Row *row, const RowLoop *loop, Expr *expr)
{
    Arena *arena = row->staging->state->arena;
    const Staging *first = &row->loops[0].staging, *own = &loop->staging;
    Varying all = own->around;
    for (int i = 0; i < own->moving.count && all.count < 2 * MAX_DEPTH; i++)
        all.loops[all.count++] = own->moving.loops[i];
    expr = expand_definitions(arena, &all, expr);
    if (loop == &row->loops[0])
        return expr;
    expr = expr_substitute(arena, expr, own->stmt->loop->iterator, expr_symbol(arena, first->stmt->loop->iterator));
    for (int i = 0; i < own->moving.count; i++)
        expr = expr_substitute(arena, expr, own->moving.loops[i]->iterator,
                               expr_symbol(arena, first->moving.loops[i]->iterator));
    return expr;
}

static bool is_same(const Row *row, const RowLoop *loop, Expr *expr, Expr *in_the_first)
{
    Arena *arena = row->staging->state->arena;
    Linear own = linear_of(arena, in_first(row, loop, expr));
    Linear first = linear_of(arena, in_first(row, &row->loops[0], in_the_first));
    Linear apart = linear_combine(arena, &own, &first, -1);
    return !apart.overflow && linear_is_constant(&apart) && apart.constant == 0;
}

static bool is_like(const Row *row, const RowLoop *loop, const Loop *own, const Loop *first)
{
    return loop_is_normal(own) && loop_is_normal(first) && is_same(row, loop, own->upper, first->upper);
}

static bool has_same_elements(const Row *row, const RowLoop *loop)
{
    const RowLoop *first = &row->loops[0];
    const Loop *own = loop->staging.stmt->loop, *other = first->staging.stmt->loop;
    const Varying *moving = &loop->staging.moving;
    bool same = moving->count == first->staging.moving.count && own->binding == other->binding &&
                own->swizzled == other->swizzled && is_like(row, loop, own, other);
    for (int i = 0; i < moving->count && same; i++)
        same = is_like(row, loop, moving->loops[i], first->staging.moving.loops[i]);
    for (int d = 0; d < loop->access.found->noperands && same; d++)
        same = is_same(row, loop, loop->access.found->operands[d], first->access.found->operands[d]);
    return same;
}

// ---- registers

// The extents of the elements of a thread; also whether no two threads have the same element.
static bool lay_out(Held *held, const RowLoop *loop)
{
    const Staging *own = &loop->staging;
    Varying around = own->around, moving = {.loops = {own->stmt->loop}, .count = 1};
    int64_t counts[2 * MAX_DEPTH], elements = 1;
    around.count--; // L itself
    for (int i = 0; i < own->moving.count && moving.count < 2 * MAX_DEPTH; i++)
        moving.loops[moving.count++] = own->moving.loops[i];
    if (own->moving.count > MAX_DIMS || !box_tells_apart(own->state, loop->access.found, &around, &moving, counts))
        return false;
    held->by_loops = true;
    held->of_row = true;
    held->ndim = own->moving.count;
    for (int i = 0; i < held->ndim; i++) {
        held->extent[i] = counts[i + 1];
        int64_t count = held->extent[i] - (i ? 0 : own->kept);
        elements *= count < MOST_ELEMENTS ? count : MOST_ELEMENTS + 1;
        if (elements > MOST_ELEMENTS)
            return false;
    }
    return true;
}

// The last iterations of the first loop that moves have their elements in shared memory.
static const char *lay_out_parts(Row *row, const Held *held, const Stmt *root)
{
    const Staging *first = &row->loops[0].staging;
    Candidate *state = first->state;
    int64_t bytes = first->array->element->size, number;
    Expr *extents[MAX_DIMS];
    int count = 0;
    Varying threads = row_parts_threads(first), none = {0};
    if (!held->ndim || held->ndim + threads.count > MAX_DIMS || held->extent[0] <= first->kept)
        return "a thread does not have so many elements of its own, and one more";
    row->parts.registers = row->parts.shared = *held;
    row->parts.registers.extent[0] = held->extent[0] - first->kept;
    row->parts.shared.extent[0] = first->kept;
    for (int i = 0; i < held->ndim; i++) {
        extents[count++] = expr_index(state->arena, row->parts.shared.extent[i]);
        for (int t = 0; i == 0 && t < threads.count; t++) {
            if (!expr_constant_limit(&none, loop_raw_count(state->arena, threads.loops[t]), &number))
                number = state->device->shared_per_block_optin; // `bind` has asked for a constant
            extents[count++] = expr_index(state->arena, number);
        }
    }
    for (int d = 0; d < count; d++)
        bytes *= extents[d]->integer <= state->device->shared_per_block_optin ? extents[d]->integer
                                                                              : state->device->shared_per_block_optin;
    if (tree_shared_bytes(root) + tree_shared_size(bytes) > state->device->shared_per_block_optin)
        return "a block does not have so much shared memory";
    Array *array = nest_array(state->nest, intern_printf("%s_kept", first->array->name), first->array->element,
                              SPACE_SHARED, extents, count);
    array->staged = first->array;
    array->of_threads = true;
    row->parts.shared.array = row->kept = array;
    return NULL;
}

static Stmt *declare(Row *row, Held *held)
{
    Arena *arena = row->staging->state->arena;
    if (!row->staging->kept)
        return held_declare(held);
    Stmt *items[] = {held_declare(&row->parts.registers), stmt_declare_array(arena, row->kept)};
    return stmt_block(arena, items, 2);
}

// The copy between registers and memory, by the threads of the loop.
static Stmt *transfer(const Row *row, const Held *held, const RowLoop *loop, bool load)
{
    Candidate *state = held->staging->state;
    Held own = *held;
    own.staging = &loop->staging;
    Loop threads = *loop->staging.stmt->loop;
    threads.id = nest_loop_id(state->nest);
    threads.name = intern_printf("%s.%s_%s", threads.name, held->staging->array->name, load ? "load" : "store");
    Stmt *made = row->staging->kept ? row_parts_transfer(&row->parts, &loop->staging, loop->access.found, load)
                                    : held_transfer(&own, loop->access.found, load);
    return stmt_loop_for(state->arena, loop->staging.stmt, &threads, made);
}

static Stmt *use(const Row *row, const Held *held, const RowLoop *loop, bool awaits, Stmt *stmt)
{
    Held own = *held;
    own.staging = &loop->staging;
    return row->staging->kept ? row_parts_use(&row->parts, &loop->staging, awaits, stmt)
                              : stmt_rewrite(row->staging->state->arena, stmt, NULL, held_use, &own);
}

static Stmt *hold(Row *row, Held *held, Stmt *root)
{
    const Staging *staging = row->staging;
    Arena *arena = staging->state->arena;
    const Stmt *body = staging->stmt->body;
    StmtList items = {0};
    int next = 0;
    for (int i = 0; i < stmt_count(body); i++) {
        Stmt *item = stmt_item(body, i);
        const RowLoop *loop = next < row->count && row->loops[next].staging.stmt == item ? &row->loops[next] : NULL;
        bool loads = loop && next == 0 && !held_is_set_first(&loop->staging, item->body, 0);
        if (loop && next == 0) {
            held->staging = &loop->staging;
            VECTOR_PUSH(arena, &items, declare(row, held));
            if (loads)
                VECTOR_PUSH(arena, &items, transfer(row, held, loop, true));
        }
        VECTOR_PUSH(arena, &items, loop ? use(row, held, loop, loads, item) : item);
        if (loop && next == row->last_write)
            VECTOR_PUSH(arena, &items, transfer(row, held, loop, false));
        next += loop != NULL;
    }
    Stmt *made = stmt_loop_for(arena, staging->stmt, staging->stmt->loop, stmt_block(arena, items.items, items.count));
    return tree_replace(arena, root, staging->stmt, made);
}

Stmt *stage_row(Staging *staging, Stmt *root)
{
    Row row = {.staging = staging, .first_write = -1, .last_write = -1};
    const char *why = find_loops(&row, root);
    if (why)
        return stage_refused(staging, why);
    for (int i = 0; i < row.count; i++)
        if (!held_find_moving(&row.loops[i].staging, false))
            return NULL;
    for (int i = 1; i < row.count; i++)
        if (!has_same_elements(&row, &row.loops[i]))
            return stage_refused(staging,
                                 "its loops that are bound to threads do not use the same elements in a thread");
    Held held = {.staging = &row.loops[0].staging};
    if (!lay_out(&held, &row.loops[0]))
        return stage_refused(staging, "a thread does not have a constant number of elements of its own, 64 at most");
    if (!held_is_set_first(&row.loops[0].staging, row.loops[0].staging.stmt->body, 0) &&
        !held_is_sure(&row.loops[0].staging))
        return stage_refused(staging, "it is not sure that the place is used");
    if (staging->kept && (why = lay_out_parts(&row, &held, root)))
        return stage_refused(staging, why);
    return hold(&row, &held, root);
}
