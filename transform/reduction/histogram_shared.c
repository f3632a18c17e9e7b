// Histograms with few places: copies in shared memory (contracts in privatize_keys.h and histogram.h).
//
//   for i.block [block.x] for i.thread [thread.x] {
//       copies[*][thread] = identity; barrier
//       for i.turn { copies[key][thread] op= e }; barrier
//       sums[*][block] = copies[*][0] op copies[*][1] op ..
//   }
//   for key [block.x] for thread [thread.x] { place[key] op= sums[key][0] op sums[key][1] op .. }
//
// Of more places than a block has room for, blocks in direction y have one range of them each, and read everything.
//
// There is one column of copies for each thread, so no thread waits and the order is fixed. Integers do not depend on
// the order; for them there may also be one column for each lane or one for the block, with atomic operations.
#include "transform/reduction/exact_minmax.h"
#include "transform/reduction/histogram_shared.h"
#include "transform/reduction/histogram_atomic.h"
#include "transform/reduction/histogram_fixed.h"
#include "transform/reduction/operator.h"
#include "transform/reduction/reduce.h"
#include "transform/tree/query.h"

enum { ITERATIONS_OF_AN_SM = 1 << 13, MOST_IN_FLIGHT = 32, LEAST_IN_FLIGHT = 8, SUMS_IN_FLIGHT = 16 };

typedef struct SharedKeys {
    ByKey *by_key;
    Arena *arena;
    KeyLayout layout;
    Expr *blocks;               // as the host's code says it
    Expr *block, *thread;       // iterators
    Expr *turns;                // how many blocks share the iterations: of one range
    Expr *ranges, *range_width; // how many, and how long, as the host's code says it
    Loop range;                 // of blocks, if `first` is there, and
    Stmt *range_of_block;       // the declarations of the next two
    Expr *first, *places; // the first place of the block's range and the number of its places; NULL, all: no ranges
    FixedTerms terms;     // of a pass of sums in fixed point, with
    const Array *exponents, *joined; // what the blocks have found together: not layout.global
    Copies own;                      // of this thread
    Copies sums; // of the blocks, in scratch memory: [count][blocks] of each part, or the other way round
} SharedKeys;

bool reduce_waits(Arena *arena, const Stmt *loop, const Reduction *reduction)
{
    const Stmt *update = reduction_find_update(loop, reduction, 0);
    return reduction->kind == REDUCTION_BY_KEY && reduction->updates.count == 1 && update && loop->body == update &&
           update->kind == ST_ASSIGN && reduction->form != FORM_CHOICE && !ordered_applies(reduction) &&
           !reduction_can_be_atomic(arena, reduction, loop);
}

// With fewer threads, each needs more loads under way.
static int iterations_in_flight(const SharedKeys *keys)
{
    int64_t of_sm = keys->layout.blocks / keys->by_key->state->device->sms;
    int64_t share = ITERATIONS_OF_AN_SM / ((of_sm > 0 ? of_sm : 1) * keys->layout.threads);
    return share < LEAST_IN_FLIGHT ? LEAST_IN_FLIGHT : share > MOST_IN_FLIGHT ? MOST_IN_FLIGHT : (int)share;
}

// ---- the statements of a block

static Expr *at_thread(const SharedKeys *keys, Operator op, int64_t value)
{
    return expr_binary(keys->arena, op, keys->thread, expr_index(keys->arena, value), type_scalar(TY_I64));
}

static Loop loop_over(const SharedKeys *keys, const char *name, Expr *first, Expr *end, int64_t step)
{
    return by_key_loop(keys->by_key, name, first, end, expr_index(keys->arena, step));
}

static Copies copies_in(const SharedKeys *keys, Expr *column)
{
    Copies copies = keys->own;
    copies.worker = column;
    copies.first = NULL;
    return copies;
}

static Stmt *fill(const SharedKeys *keys)
{
    const ByKey *by_key = keys->by_key;
    const KeyLayout *layout = &keys->layout;
    Loop key = loop_over(keys, "key", at_thread(keys, OP_DIV, layout->columns), keys->places,
                         layout->threads / layout->columns);
    Copies copies = copies_in(keys, at_thread(keys, OP_REM, layout->columns));
    Expr *parts[MAX_PARTS];
    Stmt *items[MAX_PARTS];
    by_key_parts(by_key, &copies, expr_symbol(keys->arena, key.iterator), parts);
    for (int i = 0; i < by_key->parts.count; i++)
        items[i] = stmt_assign(keys->arena, parts[i], OP_NONE, by_key->parts.identities[i], NULL);
    return stmt_loop(keys->arena, &key, stmt_block(keys->arena, items, by_key->parts.count));
}

// In a type whose values are more than the distances of places from the first of a range. NULL: there are no ranges.
static Expr *places_of_range(const SharedKeys *keys)
{
    const Type *type = type_scalar(keys->layout.limit <= INT32_MAX ? TY_U32 : TY_U64);
    return keys->first ? expr_cast(keys->arena, type, keys->places) : NULL;
}

// If two loops are distributed, each lane of a warp has an iteration of the outer one.
static Stmt *accumulate(SharedKeys *keys)
{
    ByKey *by_key = keys->by_key;
    Arena *arena = keys->arena;
    const Stmt *dealt = by_key->inner ? by_key->inner : by_key->loop;
    int64_t share = by_key->inner ? WARP_SIZE : 1, workers = keys->layout.threads / share;
    Stmt *body = by_key_use_copies(by_key, &keys->own, dealt->body);
    if (!body)
        return NULL;
    keys->terms.places = places_of_range(keys);
    if (keys->layout.fixed)
        body = fixed_updates(by_key->state, by_key->reduction, &keys->terms, body);
    else if (keys->layout.atomic)
        body = atomic_updates(arena, by_key->reduction, keys->terms.places, body);
    Expr *worker = index_add(arena, index_mul(arena, expr_index(arena, workers), keys->block),
                             by_key->inner ? at_thread(keys, OP_DIV, share) : keys->thread);
    Loop turn = by_key_turns(by_key, dealt->loop, worker, index_mul(arena, expr_index(arena, workers), keys->turns));
    turn.copies = tree_has_kind(body, ST_LOOP) || keys->by_key->state->plain ? 0 : iterations_in_flight(keys);
    turn.ahead = by_key_loads_ahead(by_key, &keys->layout);
    body = by_key_turn_body(by_key, dealt->loop, &turn, body);
    Stmt *made = stmt_loop(arena, &turn, tree_renew_loops(by_key->state, body));
    made->loc = dealt->loc;
    if (!by_key->inner)
        return made;
    Symbol *side = nest_symbol(by_key->state->nest, by_key->loop->loop->iterator->name, type_scalar(TY_I64), SYM_LOCAL);
    made = stmt_substitute(arena, made, by_key->loop->loop->iterator, expr_symbol(arena, side));
    return stmt_block(arena, (Stmt *[]){stmt_declare(arena, side, at_thread(keys, OP_REM, share)), made}, 2);
}

// sum = identity; for column in first..count step step { sum op= copies[key][(column + turned) % count] }
static Stmt *add_columns(const SharedKeys *keys, const Parts *sum, Expr *key, Expr *first, int64_t step, int64_t count,
                         Expr *turned)
{
    Arena *arena = keys->arena;
    Loop column = loop_over(keys, "column", first, expr_index(arena, count), step);
    Expr *at = index_add(arena, expr_symbol(arena, column.iterator), turned);
    if (!expr_is_int(turned, 0))
        at = expr_binary(arena, OP_REM, at, expr_index(arena, count), type_scalar(TY_I64));
    Copies copies = copies_in(keys, at);
    Expr *sums[MAX_PARTS], *parts[MAX_PARTS];
    parts_values(arena, sum, sums);
    by_key_parts(keys->by_key, &copies, key, parts);
    Stmt *items[] = {parts_declare(arena, sum), stmt_loop(arena, &column, parts_accumulate(arena, sum, sums, parts))};
    return stmt_block(arena, items, 2);
}

// Of more than 32 columns, the first 32 take up the others.
static Stmt *fold_columns(const SharedKeys *keys)
{
    Arena *arena = keys->arena;
    Parts sum = parts_again(keys->by_key->state, &keys->by_key->parts);
    Loop key =
        loop_over(keys, "key", at_thread(keys, OP_DIV, WARP_SIZE), keys->places, keys->layout.threads / WARP_SIZE);
    Copies lane = copies_in(keys, at_thread(keys, OP_REM, WARP_SIZE));
    Expr *values[MAX_PARTS], *parts[MAX_PARTS], *place = expr_symbol(arena, key.iterator);
    Stmt *items[1 + MAX_PARTS];
    parts_values(arena, &sum, values);
    by_key_parts(keys->by_key, &lane, place, parts);
    items[0] = add_columns(keys, &sum, place, lane.worker, WARP_SIZE, keys->layout.columns, expr_index(arena, 0));
    for (int i = 0; i < sum.count; i++)
        items[1 + i] = stmt_assign(arena, parts[i], OP_NONE, values[i], NULL);
    return stmt_loop(arena, &key, stmt_block(arena, items, 1 + sum.count));
}

// Threads begin with different columns: these lie in different banks.
static Stmt *store_sums(const SharedKeys *keys)
{
    Arena *arena = keys->arena;
    Parts sum = parts_again(keys->by_key->state, &keys->by_key->parts);
    Loop key = loop_over(keys, "key", keys->thread, keys->places, keys->layout.threads);
    Expr *place = expr_symbol(arena, key.iterator), *values[MAX_PARTS], *sums[MAX_PARTS];
    Copies stored = keys->sums;
    stored.worker = keys->block;
    int64_t columns = keys->layout.columns < WARP_SIZE ? keys->layout.columns : WARP_SIZE;
    Stmt *items[1 + MAX_PARTS];
    parts_values(arena, &sum, values);
    items[0] = add_columns(keys, &sum, place, expr_index(arena, 0), 1, columns,
                           keys->layout.rotated ? keys->thread : expr_index(arena, 0));
    by_key_parts(keys->by_key, &stored, keys->first ? index_add(arena, keys->first, place) : place, sums);
    for (int i = 0; i < sum.count; i++)
        items[1 + i] = stmt_assign(arena, sums[i], OP_NONE, values[i], NULL);
    return stmt_loop(arena, &key, stmt_block(arena, items, 1 + sum.count));
}

static void make_arrays(SharedKeys *keys, Expr *known_blocks)
{
    ByKey *by_key = keys->by_key;
    Nest *nest = by_key->state->nest;
    Expr *most = expr_index(keys->arena, keys->layout.most);
    Expr *places[] = {most, expr_index(keys->arena, keys->layout.columns)};
    bool by_block = keys->layout.wide;
    Expr *held = index_min(keys->arena, by_key->count, expr_index(keys->arena, keys->layout.limit));
    Expr *sums[] = {by_block ? known_blocks : held, by_block ? held : known_blocks};
    keys->own.keys_first = true;
    keys->sums.keys_first = !by_block;
    keys->sums.in_flight = by_block && !by_key->state->plain ? SUMS_IN_FLIGHT : 0;
    for (int i = 0; i < by_key->parts.count; i++) {
        const Symbol *part = by_key->parts.symbols[i];
        const char *name = i == 0 ? by_key->array->name : part->name;
        keys->own.arrays[i] = nest_array(nest, intern_printf("%s_copies", name), part->type, SPACE_SHARED, places, 2);
        keys->sums.arrays[i] = nest_array(nest, intern_printf("%s_sums", name), part->type, SPACE_SCRATCH, sums, 2);
    }
}

// ---- sums in fixed point

static Expr *joined_at(const SharedKeys *keys, const Array *array, Expr *place)
{
    Arena *arena = keys->arena;
    return expr_access(arena, array,
                       (Expr *[]){expr_index(arena, 0), keys->first ? index_add(arena, keys->first, place) : place});
}

static Stmt *clear(Arena *arena, const Array *array, Expr *const *at)
{
    return stmt_assign(arena, expr_access(arena, array, (Expr **)at), OP_NONE, expr_int(arena, 0, array->element),
                       NULL);
}

static Stmt *fill_fixed(const SharedKeys *keys)
{
    Arena *arena = keys->arena;
    Loop key = loop_over(keys, "key", keys->thread, keys->places, keys->layout.threads);
    Expr *place = expr_symbol(arena, key.iterator), *at[] = {place, keys->own.worker};
    Stmt *items[3] = {clear(arena, keys->own.arrays[0], at)};
    int count = 1;
    if (keys->terms.exponents) {
        items[count++] = clear(arena, keys->terms.high, at);
        items[count++] = stmt_assign(arena, expr_access(arena, keys->terms.exponents, at), OP_NONE,
                                     joined_at(keys, keys->exponents, place), NULL);
    }
    return stmt_loop(arena, &key, stmt_block(arena, items, count));
}

static Stmt *join_fixed(const SharedKeys *keys)
{
    Arena *arena = keys->arena;
    Loop key = loop_over(keys, "key", keys->thread, keys->places, keys->layout.threads);
    Expr *place = expr_symbol(arena, key.iterator), *at[] = {place, keys->own.worker};
    Expr *total = joined_at(keys, keys->joined, place), *found = expr_access(arena, keys->own.arrays[0], at);
    Stmt *join = keys->terms.exponents ? fixed_join_sums(arena, total, found, expr_access(arena, keys->terms.high, at))
                                       : fixed_join_exponents(keys->by_key->state, total, found);
    return stmt_loop(arena, &key, join);
}

static const Array *shared_column(const SharedKeys *keys, const char *suffix, TypeKind type)
{
    Expr *extents[] = {expr_index(keys->arena, keys->layout.most), expr_index(keys->arena, 1)};
    const char *name = intern_printf("%s_%s", keys->by_key->array->name, suffix);
    return nest_array(keys->by_key->state->nest, name, type_scalar(type), SPACE_SHARED, extents, 2);
}

// ---- the kernels

// What a thread does, `turns` being its iterations. again: a block may go on with another one's.
static Stmt *block_body(SharedKeys *keys, Stmt *turns, bool again)
{
    Arena *arena = keys->arena;
    Stmt *barrier = for_all_threads(arena, stmt_simple(arena, ST_BARRIER)), *items[MAX_PARTS + 11];
    int count = 0;
    bool fixed = keys->layout.fixed;
    if (keys->range_of_block)
        items[count++] = keys->range_of_block;
    for (int i = 0; i < keys->by_key->parts.count; i++)
        items[count++] = stmt_declare_array(arena, (Array *)keys->own.arrays[i]);
    if (keys->terms.high) {
        items[count++] = stmt_declare_array(arena, (Array *)keys->terms.high);
        items[count++] = stmt_declare_array(arena, (Array *)keys->terms.exponents);
    }
    items[count++] = for_all_threads(arena, fixed ? fill_fixed(keys) : fill(keys));
    items[count++] = barrier;
    items[count++] = turns;
    items[count++] = barrier;
    if (keys->layout.columns > WARP_SIZE) {
        items[count++] = for_all_threads(arena, fold_columns(keys));
        items[count++] = barrier;
    }
    items[count++] = for_all_threads(arena, fixed ? join_fixed(keys) : store_sums(keys));
    if (again)
        items[count++] = barrier;
    return stmt_block(arena, items, count);
}

// Of loops that are not bound yet.
static Stmt *block_kernel(SharedKeys *keys)
{
    ByKey *by_key = keys->by_key;
    Arena *arena = keys->arena;
    const Loop *loop = by_key->loop->loop;
    Loop block = loop_over(keys, intern_printf("%s.block", loop->name), expr_index(arena, 0), keys->blocks, 1);
    Loop thread = loop_over(keys, intern_printf("%s.thread", loop->name), expr_index(arena, 0),
                            expr_index(arena, keys->layout.threads), 1);
    block.name = intern_printf("%s.block", loop->name);
    thread.name = intern_printf("%s.thread", loop->name);
    block.origin = thread.origin = loop->origin;
    block.cyclic = thread.cyclic = true;
    block.binding = BIND_BLOCK_X;
    thread.binding = BIND_THREAD_X;
    keys->block = expr_symbol(arena, block.iterator);
    keys->thread = expr_symbol(arena, thread.iterator);
    keys->own.first = keys->first;
    if (!keys->layout.global)
        keys->own.worker = at_thread(keys, OP_REM, keys->layout.columns);
    else if (keys->layout.columns > 1)
        keys->own.worker = expr_binary(arena, OP_REM, keys->block, by_key->workers, type_scalar(TY_I64));
    else
        keys->own.worker = expr_index(arena, 0);
    Stmt *turns = accumulate(keys);
    if (!turns)
        return NULL;
    Stmt *body = keys->layout.global ? turns : block_body(keys, turns, false);
    Stmt *kernel = stmt_loop(arena, &block, stmt_loop(arena, &thread, body));
    return keys->first ? stmt_loop(arena, &keys->range, kernel) : kernel;
}

Stmt *by_key_share_global(ByKey *by_key, const KeyLayout *layout, Expr *blocks, const FixedTerms *terms)
{
    Arena *arena = by_key->arena;
    SharedKeys keys = {.by_key = by_key, .arena = arena, .layout = *layout, .blocks = blocks, .places = by_key->count};
    keys.turns = expr_index(arena, layout->blocks);
    if (terms)
        keys.terms = *terms;
    for (int i = 0; i < by_key->parts.count; i++)
        keys.own.arrays[i] = by_key->copies[i];
    return block_kernel(&keys);
}

// Of loops that other steps have bound.
static Stmt *bound_kernel(SharedKeys *keys)
{
    Arena *arena = keys->arena;
    const Stmt *loop = keys->by_key->loop;
    Chain chain = chain_from(loop);
    keys->own.worker = at_thread(keys, OP_REM, keys->layout.columns);
    Stmt *turns = by_key_use_copies(keys->by_key, &keys->own, chain.body);
    if (turns && keys->layout.atomic)
        turns = atomic_updates(arena, keys->by_key->reduction, NULL, turns);
    return turns ? tree_replace(arena, (Stmt *)loop, chain.body, block_body(keys, turns, true)) : NULL;
}

// A block for each place.
Stmt *by_key_combine_shared(KeySums *sums, int64_t threads)
{
    ByKey *by_key = &sums->by_key;
    Arena *arena = by_key->arena;
    Loop key = sums->key, block = sums->worker;
    Loop thread = by_key_loop(by_key, "thread", expr_index(arena, 0), expr_index(arena, threads), expr_index(arena, 1));
    key.id = nest_loop_id(by_key->state->nest);
    key.binding = BIND_BLOCK_X;
    thread.binding = BIND_THREAD_X;
    Expr *place = expr_symbol(arena, key.iterator), *first = expr_symbol(arena, thread.iterator);
    block.lower = first;
    block.step = expr_index(arena, threads);
    Expr *values[MAX_PARTS], *parts[MAX_PARTS];
    parts_values(arena, &by_key->parts, values);
    by_key_parts(by_key, &sums->copies, place, parts);
    Team team = {.member = {true}, .extent = {threads, 1, 1}};
    Expr *is_first = expr_binary(arena, OP_EQ, first, expr_index(arena, 0), type_scalar(TY_I64));
    Stmt *items[] = {
        parts_declare(arena, &by_key->parts),
        stmt_loop(arena, &block, parts_accumulate(arena, &by_key->parts, values, parts)),
        team_combine(by_key->state, &team, &by_key->parts, REDUCE_SHUFFLE),
        stmt_if(arena, is_first, by_key_finish(by_key, place), NULL),
    };
    return stmt_loop(arena, &key, stmt_loop(arena, &thread, stmt_block(arena, items, 4)));
}

// ---- all together

// The numbers of the block and of the thread in it, by the bound loops; *blocks: how many there are.
static bool number_bound(SharedKeys *keys, Expr **blocks)
{
    Arena *arena = keys->arena;
    Chain chain = chain_from(keys->by_key->loop);
    Varying all = chain_varying(&chain);
    keys->block = keys->thread = expr_index(arena, 0);
    *blocks = expr_index(arena, 1);
    for (int i = 0; i < chain.count; i++) {
        const Loop *loop = chain.loops[i]->loop;
        bool is_thread = binding_is_thread(loop->binding);
        int64_t extent = is_thread ? loop_constant_extent(arena, chain.loops[0], loop->id) : 1;
        Expr *count = is_thread ? expr_index(arena, extent) : expr_largest(arena, &all, loop_raw_count(arena, loop));
        if (!count || extent < 1 || !loop_is_normal(loop) || !reduction_is_carried_by(keys->by_key->reduction, loop))
            return by_key_refuse(keys->by_key, by_key_uncounted);
        Expr **number = is_thread ? &keys->thread : &keys->block, *iterator = expr_symbol(arena, loop->iterator);
        *number = index_add(arena, index_mul(arena, *number, count), iterator);
        if (!is_thread)
            *blocks = index_mul(arena, *blocks, count);
    }
    return !tree_has_concurrent(chain.body) || by_key_refuse(keys->by_key, by_key_uncounted);
}

int64_t by_key_bound_threads(const ByKey *by_key)
{
    Chain chain = chain_from(by_key->loop);
    int64_t threads = 1;
    for (int i = 0; i < chain.count; i++)
        if (binding_is_thread(chain.loops[i]->loop->binding))
            threads *= loop_constant_extent(by_key->arena, chain.loops[0], chain.loops[i]->loop->id);
    return threads;
}

static Expr *declare(SharedKeys *keys, const char *name, Expr *value, Stmt **declaration)
{
    if (value->kind == EX_INT)
        return value;
    Symbol *symbol = nest_symbol(keys->by_key->state->nest, name, type_scalar(TY_I64), SYM_LOCAL);
    *declaration = stmt_declare(keys->arena, symbol, value);
    return expr_symbol(keys->arena, symbol);
}

// The range of a kernel's blocks, and the declarations in the kernel.
static void begin_range(SharedKeys *keys)
{
    Arena *arena = keys->arena;
    Stmt *inside[2];
    keys->range = loop_over(keys, "range", expr_index(arena, 0), keys->ranges, 1);
    keys->range.binding = BIND_BLOCK_Y;
    Expr *first = index_mul(arena, keys->range_width, expr_symbol(arena, keys->range.iterator));
    keys->first = declare(keys, "range_begin", first, &inside[0]);
    Expr *rest = index_sub(arena, keys->by_key->count, keys->first);
    keys->places = declare(keys, "range_keys", index_min(arena, keys->range_width, rest), &inside[1]);
    keys->range_of_block = stmt_block(arena, inside, 2);
}

// The declarations of the host: how many ranges there are, and how many places the longest has. NULL: there are none.
static Stmt *make_ranges(SharedKeys *keys)
{
    ByKey *by_key = keys->by_key;
    Arena *arena = keys->arena;
    Stmt *items[3] = {0};
    keys->places = by_key->count;
    keys->turns = expr_index(arena, keys->layout.blocks);
    if (keys->layout.ranges <= 1)
        return NULL;
    const Type *type = type_scalar(TY_I64);
    keys->ranges = declare(keys, "ranges", by_key_ranges(by_key, &keys->layout), &items[0]);
    Expr *width = expr_binary(arena, OP_CEIL_DIV, by_key->count, keys->ranges, type);
    keys->range_width = declare(keys, "range_width", width, &items[1]);
    keys->turns = declare(keys, "range_blocks", by_key_most_blocks(by_key, &keys->layout), &items[2]);
    begin_range(keys);
    return stmt_block(arena, items, 3);
}

Stmt *by_key_in_shared(ByKey *by_key, const Stmt *root, const KeyLayout *layout, const KeySums **sums)
{
    Arena *arena = by_key->arena;
    SharedKeys keys = {.by_key = by_key, .arena = arena, .layout = *layout};
    bool bound = by_key_has_workers(by_key);
    Expr *exact = bound ? NULL : by_key_blocks(by_key, layout);
    if (bound && !number_bound(&keys, &exact))
        return NULL;
    Stmt *declared = make_ranges(&keys);
    Expr *known = by_key_known(by_key, root, exact);
    if (!known)
        return by_key_refuse(by_key, by_key_unknown);
    Symbol *blocks = nest_symbol(by_key->state->nest, "blocks", type_scalar(TY_I64), SYM_LOCAL);
    keys.blocks = expr_symbol(arena, blocks);
    make_arrays(&keys, known);
    Stmt *accumulating = bound ? bound_kernel(&keys) : block_kernel(&keys);
    if (!accumulating)
        return NULL;
    by_key->parts = parts_again(by_key->state, &by_key->parts);
    Stmt *kernels[] = {declared, stmt_declare(arena, blocks, exact), accumulating,
                       by_key_add_up(by_key, &keys.sums, "block", keys.blocks, sums)};
    return stmt_block(arena, declared ? kernels : kernels + 1, declared ? 4 : 3);
}

Stmt *by_key_share_fixed(ByKey *by_key, const KeyLayout *layout, const Array *exponents, const Array *terms,
                         Expr *blocks, Expr *bits)
{
    Arena *arena = by_key->arena;
    SharedKeys keys = {.by_key = by_key, .arena = arena, .layout = *layout, .blocks = blocks, .exponents = exponents};
    Stmt *items[3] = {make_ranges(&keys)};
    keys.own = (Copies){.keys_first = true, .arrays = {shared_column(&keys, "exponents", TY_I32)}};
    keys.joined = exponents;
    items[1] = block_kernel(&keys);
    if (!items[1])
        return NULL;
    keys.terms = (FixedTerms){.exponents = shared_column(&keys, "exponents", TY_I32),
                              .high = shared_column(&keys, "high", TY_U32),
                              .bits = bits};
    keys.own = (Copies){.keys_first = true, .arrays = {shared_column(&keys, "low", TY_U32)}};
    keys.joined = terms;
    if (keys.first)
        begin_range(&keys);
    items[2] = block_kernel(&keys);
    int none = !items[0];
    return stmt_block(arena, items + none, 3 - none);
}
