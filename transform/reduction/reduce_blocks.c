// Reductions across blocks: the partial results of each block go to scratch memory, and the block that finishes last
// combines them, in the order of the blocks (contract in reduce.h).
#include "transform/reduction/reduce_places.h"

typedef struct Extents {
    Expr *extent[MAX_DIMS];
    int ndim;
} Extents;

// The largest number of iterations of a bound loop: as the host's code computes it, and over parameters alone. false:
// not known on the host.
static bool count_at_most(Reduce *reduce, const Loop *loop, Expr **count, Expr **most)
{
    Arena *arena = reduce->arena;
    Varying chain = chain_varying(&reduce->chain), all = path_varying(&reduce->path, 0);
    *count = expr_largest(arena, &chain, loop_raw_count(arena, loop));
    *most = expr_largest(arena, &all, loop_raw_count(arena, loop)); // over the loops of the host, too
    if (binding_is_thread(loop->binding))
        *count = *most = expr_index(arena, reduce->team.extent[binding_dimension(loop->binding)]);
    if (!*count || !*most)
        return false;
    *most = expr_largest(arena, &all, tree_over_parameters(arena, reduce->root, *most));
    if (!*most)
        return false;
    *most = index_max(arena, *most, expr_index(arena, 0));
    return true;
}

// Extents of the scratch arrays over host values: all blocks that carry the reduction as one dimension, then a thread's
// places, then the loops along which the place moves. For the counters, only the loops that are bound to blocks.
static bool find_extents(Reduce *reduce, Extents *partials, Extents *counters)
{
    Arena *arena = reduce->arena;
    partials->ndim = counters->ndim = 1;
    partials->extent[0] = counters->extent[0] = reduce->blocks = expr_index(arena, 1);
    if (reduce->lanes.count)
        partials->extent[partials->ndim++] = expr_index(arena, lanes_total(&reduce->lanes));
    for (int i = 0; i < reduce->chain.count; i++) {
        const Loop *loop = reduce->chain.loops[i]->loop;
        Expr *count, *most;
        if (!count_at_most(reduce, loop, &count, &most) || partials->ndim == MAX_DIMS)
            return false;
        if (reduce->carries[i] && binding_is_block(loop->binding)) {
            reduce->blocks = index_mul(arena, reduce->blocks, count);
            partials->extent[0] = index_mul(arena, partials->extent[0], most);
        } else if (!reduce->carries[i]) {
            partials->extent[partials->ndim++] = most;
            if (binding_is_block(loop->binding))
                counters->extent[counters->ndim++] = most;
        }
    }
    return true;
}

// The element of this block (or of `block`) for the place that the other loops' iterators give.
static Expr *partial_element(const Reduce *reduce, const Array *partials, Expr *block)
{
    Arena *arena = reduce->arena;
    Varying chain = chain_varying(&reduce->chain);
    Expr *subscripts[MAX_DIMS] = {NULL};
    int ndim = 1;
    if (reduce->lanes.count)
        subscripts[ndim++] = lanes_index(arena, &reduce->lanes);
    for (int i = 0; i < reduce->chain.count; i++) {
        const Loop *loop = reduce->chain.loops[i]->loop;
        Expr *iterator = expr_symbol(arena, loop->iterator);
        if (!reduce->carries[i]) {
            subscripts[ndim++] = iterator;
        } else if (binding_is_block(loop->binding)) {
            Expr *count = expr_largest(arena, &chain, loop_raw_count(arena, loop));
            subscripts[0] =
                subscripts[0] ? index_add(arena, index_mul(arena, subscripts[0], count), iterator) : iterator;
        }
    }
    subscripts[0] = block ? block : subscripts[0];
    return expr_access(arena, partials, subscripts);
}

Stmt *partials_store(const Reduce *reduce, const Partials *partials)
{
    Arena *arena = reduce->arena;
    const Parts *parts = &reduce->parts;
    Stmt *items[MAX_PARTS];
    for (int i = 0; i < parts->count; i++)
        items[i] = stmt_assign(arena, partial_element(reduce, partials->arrays[i], NULL), OP_NONE,
                               expr_symbol(arena, parts->symbols[i]), NULL);
    return stmt_block(arena, items, parts->count);
}

static Loop made_loop(Candidate *state, const char *name, Expr *lower, Expr *upper, int64_t step)
{
    Symbol *iterator = nest_symbol(state->nest, name, type_scalar(TY_I64), SYM_ITERATOR);
    return (Loop){.id = nest_loop_id(state->nest),
                  .name = iterator->name,
                  .iterator = iterator,
                  .lower = lower,
                  .upper = upper,
                  .step = expr_index(state->arena, step),
                  .step_sign = 1};
}

enum { PARTS_IN_FLIGHT = 8 };

// How many blocks there are at most; 0: not known here.
static int64_t most_blocks(const Reduce *reduce)
{
    int64_t most = 1;
    for (int i = 0; i < reduce->chain.count; i++) {
        const Loop *loop = reduce->chain.loops[i]->loop;
        int64_t extent = reduce->carries[i] && binding_is_block(loop->binding)
                             ? loop_constant_extent(reduce->arena, reduce->root, loop->id)
                             : 1;
        if (extent < 1 || __builtin_mul_overflow(most, extent, &most))
            return 0;
    }
    return most;
}

// for block in .. { part op= partials[block] }, or the part of each lane if there are several (`held`, otherwise NULL).
// If a thread has few blocks, their partial results are all loaded at once.
static Stmt *gather_partials(const Reduce *reduce, const Partials *partials, const Parts *sum, const Array *held)
{
    Arena *arena = reduce->arena;
    Expr *rank = expr_cast(arena, type_scalar(TY_I64), team_rank(arena, &reduce->team));
    int64_t team = team_size(&reduce->team), flight = PARTS_IN_FLIGHT / (held ? 2 : 1),
            iterations = (most_blocks(reduce) + team - 1) / team;
    bool plain = reduce->state->plain, all = !plain && iterations > 0 && iterations <= flight;
    Loop loop = made_loop(reduce->state, all ? "turn" : "block", all ? expr_index(arena, 0) : rank,
                          all ? expr_index(arena, iterations) : reduce->blocks, all ? 1 : team);
    Expr *block = expr_symbol(arena, loop.iterator);
    if (all)
        block = index_add(arena, rank, index_mul(arena, expr_index(arena, team), block));
    Expr *mine[MAX_PARTS], *next[MAX_PARTS];
    parts_values(arena, sum, mine);
    for (int i = 0; i < sum->count; i++)
        next[i] = partial_element(reduce, partials->arrays[i], block);
    if (held)
        mine[0] = reduce_held(reduce, held);
    Stmt *body = parts_accumulate(arena, sum, mine, next);
    if (held)
        body = reduce_each_lane(reduce, reduce_conditionally(arena, reduce_lane_exists(reduce), body));
    if (all)
        body = stmt_if(arena, linear_less(arena, block, reduce->blocks), body, NULL);
    loop.binding = all ? BIND_UNROLL : BIND_SERIAL;
    loop.copies = all || plain ? 0 : (int)flight;
    return reduce_conditionally(arena, reduce_place_exists(reduce), stmt_loop(arena, &loop, body));
}

// A counter for each place or group of places that a block holds.
static Expr *counter_of(const Reduce *reduce, const Partials *partials)
{
    Arena *arena = reduce->arena;
    Expr *subscripts[MAX_DIMS] = {expr_index(arena, 0)};
    int ndim = 1;
    for (int i = 0; i < reduce->chain.count; i++) {
        const Loop *loop = reduce->chain.loops[i]->loop;
        if (!reduce->carries[i] && binding_is_block(loop->binding))
            subscripts[ndim++] = expr_symbol(arena, loop->iterator);
    }
    return expr_address(arena, expr_access(arena, partials->counters, subscripts));
}

// The old value of a scalar is loaded together with the partial results, not after them. NULL: that is not its only
// use, or the team has no barrier between this load and the store: it is one warp.
static Stmt *load_before(Reduce *reduce)
{
    const Expr *place = reduce->place;
    if (place->kind != EX_SYMBOL || reduce->first || reduce->parts.count > 1 ||
        reduce->reduction->form == FORM_CHOICE || team_size(&reduce->team) <= WARP)
        return NULL;
    Symbol *before =
        nest_symbol(reduce->state->nest, intern_printf("%s_before", place->symbol->name), place->type, SYM_LOCAL);
    reduce->first = expr_symbol(reduce->arena, before);
    return stmt_declare(reduce->arena, before, (Expr *)place);
}

static Stmt *finish_one_place(Reduce *reduce, const Partials *partials, const Parts *sum)
{
    Arena *arena = reduce->arena;
    Expr *finishes = expr_both(arena, team_is_first(arena, &reduce->team), reduce_place_exists(reduce));
    Stmt *before = load_before(reduce);
    Stmt *items[] = {
        before,
        parts_declare(arena, sum),
        gather_partials(reduce, partials, sum, NULL),
        team_combine(reduce->state, &reduce->team, sum, reduce->style),
        reduce_conditionally(arena, finishes, reduce_finish(reduce, sum)),
    };
    return stmt_block(arena, items, 5);
}

static Stmt *finish_lanes(Reduce *reduce, const Partials *partials, const Parts *sum)
{
    const Array *held = reduce_hold(reduce, sum);
    return reduce_around_lanes(reduce, sum, held, gather_partials(reduce, partials, sum, held),
                               reduce_finish(reduce, sum));
}

// last = this block has finished last; if (last) { sum = partials in their order; place op= sum }
Stmt *partials_finish(Reduce *reduce, const Partials *partials)
{
    Arena *arena = reduce->arena;
    Parts sum = parts_again(reduce->state, &reduce->parts);
    Symbol *last = nest_symbol(reduce->state->nest, "last", type_scalar(TY_I32), SYM_LOCAL);
    Expr *operands[] = {counter_of(reduce, partials), reduce->blocks};
    Expr *is_last = expr_intrinsic(arena, IN_LAST_BLOCK, type_scalar(TY_I32), operands, 2);
    Stmt *finish =
        reduce->lanes.count ? finish_lanes(reduce, partials, &sum) : finish_one_place(reduce, partials, &sum);
    Stmt *items[] = {stmt_declare(arena, last, is_last), stmt_if(arena, expr_symbol(arena, last), finish, NULL)};
    return for_all_threads(arena, stmt_block(arena, items, 2));
}

bool partials_have_kernel(const Reduce *reduce)
{
    bool carry = reduce->place->kind == EX_SYMBOL && !reduce->lanes.count && reduce->reduction->form != FORM_CHOICE;
    for (int i = 0; i < reduce->chain.count; i++)
        carry = carry && reduce->carries[i];
    return carry && reduce->state->plain && reduce_has_blocks(reduce);
}

Stmt *partials_kernel(Reduce *reduce, const Partials *partials)
{
    static const char *const names[] = {"thread", "thread_y", "thread_z"};
    Arena *arena = reduce->arena;
    Parts sum = parts_again(reduce->state, &reduce->parts);
    Stmt *made = for_all_threads(arena, finish_one_place(reduce, partials, &sum));
    for (int d = 0; d < 3; d++) {
        if (reduce->team.extent[d] == 1)
            continue;
        Loop loop =
            made_loop(reduce->state, names[d], expr_index(arena, 0), expr_index(arena, reduce->team.extent[d]), 1);
        loop.binding = (Binding)(BIND_THREAD_X + (unsigned)d);
        made = stmt_loop(arena, &loop, made);
    }
    return made;
}

bool partials_make(Reduce *reduce, Partials *partials)
{
    Nest *nest = reduce->state->nest;
    Extents extents, counters;
    if (!reduce_has_blocks(reduce))
        return true;
    if (!find_extents(reduce, &extents, &counters))
        return reduce_refuse(reduce, "the number of its parts is not known on the host");
    for (int i = 0; i < reduce->parts.count; i++) {
        const Symbol *part = reduce->parts.symbols[i];
        partials->arrays[i] =
            nest_array(nest, intern_printf("%ss", part->name), part->type, SPACE_SCRATCH, extents.extent, extents.ndim);
    }
    if (partials_have_kernel(reduce))
        return true;
    Array *made = nest_array(nest, intern_printf("%s_done", reduce->parts.symbols[0]->name), type_scalar(TY_U64),
                             SPACE_SCRATCH, counters.extent, counters.ndim);
    made->counts_blocks = true;
    partials->counters = made;
    return true;
}

bool reduce_begins_by_carried(const Reduce *reduce, const Loop *loop)
{
    Varying carried = {0}, all = path_varying(&reduce->path, 0);
    for (int i = 0; i < reduce->chain.count; i++)
        if (reduce->carries[i])
            carried.loops[carried.count++] = reduce->chain.loops[i]->loop;
    return varying_mentions(&carried, expand_definitions(reduce->arena, &all, loop->lower));
}
