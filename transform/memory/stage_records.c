// Records in shared memory: each iteration of a loop that is bound to threads reads and writes elements of its own,
// such as a small matrix of a batch. The block copies the records of all its threads there, each thread works on its
// own, and the block copies them back. The record of a thread lies in banks of its own, while memory has it in one
// piece.
#include "transform/memory/stage_records.h"
#include "transform/memory/stage_register.h"
#include "transform/memory/stage_shared.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

typedef struct Records {
    Staging *staging;
    Chain chain;                           // the loops bound to blocks and threads, L last
    Varying bound, inside, all;            // these, those below L, and all
    int ndim, along;                       // the dimension along which L moves; -1: not known yet
    Linear outer[MAX_DIMS];                // the subscripts up to that dimension, the same in all accesses
    int64_t low[MAX_DIMS], high[MAX_DIMS]; // of those after it
    Expr *source[MAX_DIMS];                // the subscripts over the loops of the source
    const char *reason;
} Records;

static bool fail(Records *records, const char *reason)
{
    records->reason = records->reason ? records->reason : reason;
    return false;
}

// Which dimension L moves; -1: none, or several.
static int moved_dimension(const Records *records, const Linear *subscripts)
{
    const Symbol *iterator = records->staging->stmt->loop->iterator;
    int found = -1, count = 0;
    for (int d = 0; d < records->ndim; d++) {
        if (!linear_factor(&subscripts[d], iterator))
            continue;
        found = d;
        count++;
    }
    return count == 1 ? found : -1;
}

static bool mentions(const Varying *loops, const Linear *linear)
{
    FOR_EACH(i, &linear->terms)
        if (varying_mentions(loops, linear->terms.items[i].atom))
            return true;
    return false;
}

// Other than by the iterators of loops themselves: an index that is read, or a quotient.
static bool is_plain(const Varying *loops, const Linear *linear)
{
    FOR_EACH(i, &linear->terms) {
        const Expr *atom = expr_strip_casts(linear->terms.items[i].atom);
        if (expr_has_access(atom) || (atom->kind != EX_SYMBOL && varying_mentions(loops, atom)))
            return false;
    }
    return true;
}

static bool is_same(Arena *arena, const Linear *left, const Linear *right)
{
    Linear rest = linear_combine(arena, left, right, -1);
    return linear_is_constant(&rest) && !rest.constant && !rest.overflow;
}

// The subscript has values from low to high in all iterations, and each row has so many elements.
static bool add_range(Records *records, int d, const Linear *subscript, const Expr *extent)
{
    Arena *arena = records->staging->state->arena;
    Expr *value = linear_expr(arena, subscript);
    int64_t high, low;
    if (mentions(&records->bound, subscript) || !expr_constant_limit(&records->inside, value, &high) ||
        !expr_constant_limit(&records->inside, index_sub(arena, expr_index(arena, 0), value), &low))
        return fail(records, "an iteration of the loop uses elements whose range is not constant");
    low = -low;
    extent = extent ? expr_strip_casts(extent) : NULL;
    if (!extent || extent->kind != EX_INT || low < 0 || high >= extent->integer || low > high)
        return fail(records, "the length of its rows is not constant");
    records->low[d] = low < records->low[d] ? low : records->low[d];
    records->high[d] = high > records->high[d] ? high : records->high[d];
    return true;
}

static bool add_first(Records *records, int ndim, const Linear *forms, Expr *const *subscripts)
{
    records->ndim = ndim;
    records->along = moved_dimension(records, forms);
    if (records->along < 0 || records->along + 1 == ndim)
        return fail(records, "the loop does not move it along one dimension with a row in each iteration");
    for (int d = 0; d < ndim; d++) {
        records->outer[d] = forms[d];
        records->source[d] = subscripts[d];
        records->low[d] = INT32_MAX;
    }
    return true;
}

static bool add_access(Records *records, const Expr *access)
{
    const Staging *staging = records->staging;
    Expr *subscripts[MAX_DIMS], *extents[MAX_DIMS];
    Linear forms[MAX_DIMS];
    int ndim = access_subscripts(staging->state, access, subscripts, extents);
    if (access->npath || ndim > MAX_DIMS - 1 || (ndim != staging->array->ndim && staging->array->ndim != 1))
        return fail(records, "an iteration of the loop uses elements whose range is not constant");
    for (int d = 0; d < ndim; d++) {
        forms[d] =
            linear_of(staging->state->arena, expand_definitions(staging->state->arena, &records->all, subscripts[d]));
        if (forms[d].overflow || (d && !extents[d]))
            return fail(records, "an iteration of the loop uses elements whose range is not constant");
    }
    if (records->along < 0 && !add_first(records, ndim, forms, subscripts))
        return false;
    for (int d = 0; d <= records->along; d++)
        if (ndim != records->ndim || mentions(&records->inside, &forms[d]) || !is_plain(&records->bound, &forms[d]) ||
            !is_same(staging->state->arena, &forms[d], &records->outer[d]))
            return fail(records, "an iteration of the loop uses more than one record");
    for (int d = records->along + 1; d < ndim; d++) {
        records->staging->box.array_extent[d] = extents[d];
        if (!add_range(records, d, &forms[d], extents[d]))
            return false;
    }
    for (int d = 1; d <= records->along; d++)
        records->staging->box.array_extent[d] = extents[d];
    return true;
}

static bool look_for_access(void *context, const Expr *expr)
{
    Records *records = context;
    if (expr->kind == EX_ACCESS && expr->array == records->staging->array && !records->reason)
        add_access(records, expr);
    return !records->reason;
}

// ---- no other thread has an element of the record

static bool moves_alone(const Records *records, const Loop *loop, int d)
{
    FOR_EACH(i, &records->outer[d].terms) {
        const Expr *atom = expr_strip_casts(records->outer[d].terms.items[i].atom);
        bool own = atom->kind == EX_SYMBOL && atom->symbol == loop->iterator;
        if (!own && varying_mentions(&records->bound, atom))
            return false;
    }
    return linear_factor(&records->outer[d], loop->iterator) != 0;
}

// Each loop over blocks moves a dimension of its own; one may move, by whole blocks, that of the loop over threads.
static bool are_apart(Records *records, int64_t threads)
{
    const Loop *own = records->staging->stmt->loop, *tiles = NULL;
    int count = 0;
    for (int i = 0; i < records->chain.count; i++) {
        const Loop *loop = records->chain.loops[i]->loop;
        int64_t factor = linear_factor(&records->outer[records->along], loop->iterator);
        bool apart = loop == own ? factor == 1 : factor == threads;
        tiles = loop != own && factor ? loop : tiles;
        count += factor != 0;
        for (int d = 0; d < records->along && !factor; d++)
            apart = apart || moves_alone(records, loop, d);
        if (!apart || (binding_is_thread(loop->binding) && loop != own))
            return fail(records, "several threads or blocks may use one record");
    }
    FOR_EACH(i, &records->outer[records->along].terms) {
        const Expr *atom = expr_strip_casts(records->outer[records->along].terms.items[i].atom);
        bool named =
            atom->kind == EX_SYMBOL && (atom->symbol == own->iterator || (tiles && atom->symbol == tiles->iterator));
        if (!named && varying_mentions(&records->bound, atom))
            return fail(records, "several threads or blocks may use one record");
    }
    return count <= 2 || fail(records, "several threads or blocks may use one record");
}

// ---- all elements of all records exist

// Of the first record, or of the last one, and of its first or last element; NULL: it is not known.
static Expr *flat_number(Arena *arena, const Records *records, const Varying *sources, bool last)
{
    Expr *number = expr_index(arena, 0);
    for (int d = 0; d < records->ndim; d++) {
        Expr *at = expr_index(arena, last ? records->high[d] : records->low[d]);
        if (d <= records->along)
            at = last ? expr_largest(arena, sources, records->source[d])
                      : expr_smallest(arena, sources, records->source[d]);
        if (!at)
            return NULL;
        const Expr *extent = records->staging->box.array_extent[d];
        number = d ? index_mul(arena, number, expr_cast(arena, type_scalar(TY_I64), (Expr *)extent)) : number;
        number = index_add(arena, number, at);
    }
    return number;
}

static bool exist(Records *records)
{
    const Staging *staging = records->staging;
    Arena *arena = staging->state->arena;
    const ArrayFact *fact = facts_array(staging->state->facts, staging->array);
    if (!fact || !fact->first || !fact->last || fact->measured || staging->array->held != HOST_POINTER)
        return fail(records, "elements between those that it uses may not exist");
    Varying sources = {0};
    FOR_EACH(i, &staging->state->facts->loops)
        if (sources.count < 2 * MAX_DEPTH)
            sources.loops[sources.count++] = staging->state->facts->loops.items[i].loop;
    Expr *first = flat_number(arena, records, &sources, false), *last = flat_number(arena, records, &sources, true);
    if (!first || !last || !linear_at_most(arena, fact->first, first) || !linear_at_most(arena, last, fact->last))
        return fail(records, "elements between those that it uses may not exist");
    return true;
}

// ---- the tree

static void fill_box(Records *records, int64_t threads)
{
    Arena *arena = records->staging->state->arena;
    Box *box = &records->staging->box;
    box->array = records->staging->array;
    box->ndim = records->ndim;
    box->flat = records->ndim != box->array->ndim;
    for (int d = 0; d < records->ndim; d++) {
        bool inner = d > records->along;
        Linear base = records->outer[d], own = {0};
        LinearTerm one = {expr_symbol(arena, records->staging->stmt->loop->iterator), 1};
        VECTOR_PUSH(arena, &own.terms, one);
        if (d == records->along)
            base = linear_combine(arena, &base, &own, -1);
        box->base[d] = inner ? expr_index(arena, records->low[d]) : linear_expr(arena, &base);
        box->extent[d] = inner ? records->high[d] - records->low[d] + 1 : d == records->along ? threads : 1;
        box->scale[d] = 1;
    }
}

typedef struct Use {
    const Records *records;
    Array *tile;
} Use;

// Elements of one place of all records lie side by side.
static Expr *element_of(const Use *use, Expr *const *offsets)
{
    Expr *subscripts[MAX_DIMS];
    int n = 0;
    for (int d = use->records->along + 1; d < use->records->ndim; d++)
        subscripts[n++] = offsets[d];
    subscripts[n] = offsets[use->records->along];
    return expr_access(use->records->staging->state->arena, use->tile, subscripts);
}

static Expr *use_record(void *context, Expr *expr)
{
    const Use *use = context;
    const Staging *staging = use->records->staging;
    Expr *offsets[MAX_DIMS];
    if (expr->kind != EX_ACCESS || expr->array != staging->array)
        return expr;
    box_subscripts(staging->state, &staging->box, expr, &staging->around, &staging->moving, offsets);
    return element_of(use, offsets);
}

static Array *declare_tile(const Records *records, int64_t threads)
{
    Staging *staging = records->staging;
    Expr *extents[MAX_DIMS];
    int n = 0;
    for (int d = records->along + 1; d < records->ndim; d++)
        extents[n++] = expr_index(staging->state->arena, staging->box.extent[d]);
    extents[n++] = expr_index(staging->state->arena, threads);
    const char *name = intern_printf("%s_tile", staging->array->name);
    Array *tile = nest_array(staging->state->nest, name, staging->array->element, SPACE_SHARED, extents, n);
    tile->staged = staging->array;
    tile->pad = 1; // neighbours of a record, which threads copy side by side, lie in different banks
    return tile;
}

static int64_t elements_of(const Records *records)
{
    int64_t count = 1;
    for (int d = records->along + 1; d < records->ndim && count <= INT32_MAX; d++)
        count *= records->high[d] - records->low[d] + 1;
    return count;
}

static Expr *int_part(Arena *arena, Operator op, Expr *left, int64_t right)
{
    return expr_binary(arena, op, left, expr_int(arena, right, type_scalar(TY_I32)), type_scalar(TY_I32));
}

// Element `copy` of all records, as they follow one another in memory.
static void offsets_of(Arena *arena, const Records *records, Expr *copy, Expr **offsets)
{
    int64_t below = 1;
    for (int d = 0; d < records->along; d++)
        offsets[d] = expr_index(arena, 0);
    for (int d = records->ndim - 1; d >= records->along; d--) {
        int64_t extent = records->staging->box.extent[d];
        Expr *at = below > 1 ? int_part(arena, OP_DIV, copy, below) : copy;
        at = d > records->along ? int_part(arena, OP_REM, at, extent) : at;
        offsets[d] = extent == 1 ? expr_index(arena, 0) : expr_cast(arena, type_scalar(TY_I64), at);
        below *= extent;
    }
}

// Whether the records follow one another without elements between them.
static bool are_dense(const Records *records)
{
    bool dense = true;
    for (int d = records->along + 1; d < records->ndim; d++) {
        const Expr *extent = expr_strip_casts(records->staging->box.array_extent[d]);
        dense = dense && records->low[d] == 0 && records->high[d] == extent->integer - 1;
    }
    return dense;
}

// Element `copy` of all records in memory.
static Expr *in_memory(const Records *records, Expr *copy, Expr *const *offsets)
{
    Arena *arena = records->staging->state->arena;
    const Box *box = &records->staging->box;
    Expr *subscripts[MAX_DIMS];
    if (!are_dense(records))
        return box_element(arena, box, offsets);
    for (int d = 0; d < records->ndim; d++)
        subscripts[d] = d > records->along ? expr_index(arena, 0) : box->base[d];
    subscripts[records->ndim - 1] = expr_cast(arena, type_scalar(TY_I64), copy);
    return box_array_element(arena, box, subscripts);
}

// for (round) if (record < records of the block) tile[..][record] = A[record][..], or back.
static Stmt *copy_records(const Use *use, int64_t threads, bool back)
{
    const Records *records = use->records;
    Candidate *state = records->staging->state;
    Arena *arena = state->arena;
    const Type *type = type_scalar(TY_I32);
    Symbol *round = nest_symbol(state->nest, "round", type, SYM_ITERATOR),
           *copy = nest_symbol(state->nest, "copy", type, SYM_LOCAL);
    Loop loop = {.id = nest_loop_id(state->nest),
                 .name = round->name,
                 .iterator = round,
                 .lower = expr_int(arena, 0, type),
                 .upper = expr_int(arena, elements_of(records), type),
                 .step = expr_int(arena, 1, type),
                 .step_sign = 1};
    Expr *number = int_part(arena, OP_MUL, expr_symbol(arena, round), threads), *offsets[MAX_DIMS];
    number = expr_binary(arena, OP_ADD, number, stage_thread_number(arena, (int64_t[]){threads, 1, 1}), type);
    offsets_of(arena, records, expr_symbol(arena, copy), offsets);
    Expr *there = element_of(use, offsets), *memory = in_memory(records, expr_symbol(arena, copy), offsets);
    Stmt *moved = stmt_assign(arena, back ? memory : there, OP_NONE, back ? there : memory, NULL);
    Expr *count = loop_raw_count(arena, records->staging->stmt->loop);
    const Expr *known = expr_strip_casts(count);
    if (known->kind != EX_INT || known->integer < threads)
        moved = stmt_if(arena, linear_less(arena, offsets[records->along], count), moved, NULL);
    Stmt *items[] = {stmt_declare(arena, copy, number), moved};
    return for_all_threads(arena, stmt_loop(arena, &loop, stmt_block(arena, items, 2)));
}

typedef struct Writes {
    const Array *array;
    const Stmt *except;
    bool found;
} Writes;

static bool look_for_write(void *context, const Stmt *stmt)
{
    Writes *writes = context;
    if (stmt == writes->except)
        return false;
    writes->found = writes->found || (!stmt->body && !stmt->nitems && tree_writes_array(stmt, writes->array));
    return !writes->found;
}

// Whether the loop sets all elements of all records, and uses no earlier value of them: nothing is copied in for it,
// and nothing else writes them.
static bool sets_all(const Records *records, const Stmt *root)
{
    const Staging *staging = records->staging;
    const ArrayFact *fact = facts_array(staging->state->facts, staging->array);
    Writes writes = {staging->array, staging->stmt, false};
    stmt_walk(root, look_for_write, &writes);
    return !fact->copy_in && !fact->read && fact->copy_out && !fact->present && !stage_has_data_clause(staging) &&
           !writes.found && are_dense(records);
}

// After the copies back of other arrays, with which it shares the barriers around them.
static Stmt *with_copy_back(Arena *arena, const Stmt *body, Stmt *copy)
{
    Stmt *barrier = stmt_simple(arena, ST_BARRIER);
    int last = body->kind == ST_BLOCK ? body->nitems - 1 : -1;
    bool shares = last > 0 && body->items[last]->kind == ST_BARRIER;
    bool others = shares && body->items[last - 1]->all_threads;
    if (others)
        body = stmt_block(arena, body->items, last);
    return stmt_block(arena, (Stmt *[]){(Stmt *)body, shares ? NULL : barrier, copy, barrier}, 4);
}

static Stmt *with_records(const Records *records, const Stmt *root, int64_t threads)
{
    const Stmt *stmt = records->staging->stmt;
    Arena *arena = records->staging->state->arena;
    Use use = {records, declare_tile(records, threads)};
    Stmt *body = stage_rewrite_uses(arena, stmt->body, use_record, &use),
         *declare = stmt_declare_array(arena, use.tile);
    if (sets_all(records, root))
        body = stmt_block(arena, (Stmt *[]){declare, body}, 2);
    else
        body = stage_with_copy(arena, declare, copy_records(&use, threads, false), body);
    if (tree_writes_array(stmt->body, records->staging->array))
        body = with_copy_back(arena, body, copy_records(&use, threads, true));
    return stmt_loop_for(arena, stmt, stmt->loop, body);
}

// Other than around copies of other arrays at the same loop.
static bool waits_inside(const Stmt *uses)
{
    if (uses->kind != ST_BLOCK)
        return tree_is_collective(uses);
    for (int i = 0; i < uses->nitems; i++)
        if (uses->items[i]->kind != ST_BARRIER && tree_is_collective(uses->items[i]))
            return true;
    return false;
}

static Stmt *refuse(const Staging *staging, const char *reason)
{
    diag_refuse(staging->state->diag, staging->stmt->loc, "stage %s shared at %s records refused: %s",
                staging->array->name, staging->stmt->loop->name, reason);
    return NULL;
}

static Stmt *stage_all(Records *records, Stmt *root, int64_t threads)
{
    Staging *staging = records->staging;
    staging->moving = records->inside;
    stmt_walk_expressions(staging->uses, look_for_access, records);
    if (records->reason || records->along < 0 || !are_apart(records, threads) || !exist(records))
        return refuse(staging, records->reason ? records->reason : "the loop does not use it");
    staging->moving.count = 0;
    if (!held_is_sure(staging))
        return refuse(staging, "it may not be used at all in an iteration");
    staging->moving = records->inside;
    int64_t bytes = elements_of(records) * (threads + 1) * staging->array->element->size;
    int most = staging->state->device->shared_per_block_optin;
    if (bytes > most || tree_shared_bytes(records->chain.loops[0]) + tree_shared_size(bytes) > most)
        return refuse(staging,
                      intern_printf("the records need more than the %d bytes of shared memory of a block", most));
    fill_box(records, threads);
    return tree_replace(staging->state->arena, root, staging->stmt, with_records(records, root, threads));
}

Stmt *stage_records(Candidate *state, Stmt *root, const Array *array, Space space, LoopId at)
{
    Staging staging = {.state = state, .array = array, .space = SPACE_SHARED};
    stage_find_loop(&staging, root, at);
    const Stmt *stmt = staging.stmt;
    Records records = {.staging = &staging, .along = -1, .inside = varying_below(staging.uses)};
    if (space != SPACE_SHARED || array->space != SPACE_GLOBAL || array->is_volatile ||
        !type_is_arithmetic(array->element))
        return refuse(&staging, "only numbers in global memory, for shared memory, can be records");
    const char *reason = stage_obstacle(&staging);
    if (reason)
        return refuse(&staging, reason);
    int64_t threads = loop_constant_extent(state->arena, root, stmt->loop->id);
    if (stmt->loop->binding != BIND_THREAD_X || !stage_find_chain(&staging, &records.chain) ||
        records.chain.loops[records.chain.count - 1] != stmt || threads < 1 || !loop_is_normal(stmt->loop))
        return refuse(&staging, "the loop is not the only one on threads, directly inside of those on blocks");
    if (stage_is_ambiguous(&staging) || waits_inside(staging.uses) || tree_leaves(staging.uses, ST_CONTINUE) ||
        tree_leaves(staging.uses, ST_BREAK))
        return refuse(&staging, "threads wait in the loop or leave it, or loops inside it share an iterator");
    records.bound = chain_varying(&records.chain);
    records.all = staging.around;
    for (int i = 0; i < records.inside.count && records.all.count < 2 * MAX_DEPTH; i++)
        records.all.loops[records.all.count++] = records.inside.loops[i];
    return stage_all(&records, root, threads);
}
