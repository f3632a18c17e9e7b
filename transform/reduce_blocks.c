// Reductions across blocks: what each block holds goes to scratch memory, and a second kernel combines it in the order of
// the blocks (contract in reduce.h).
#include "transform/reduce.h"

// Extents of the scratch array over host values: all blocks that carry the reduction as one dimension, then the loops
// along which the place moves.
static Array *partial_array(Reduce *reduce, const char *name, const Type *type)
{
    Arena *arena = reduce->arena;
    Varying chain = chain_varying(&reduce->chain), all = path_varying(&reduce->path, 0);
    Expr *extents[MAX_DIMS] = {expr_index(arena, 1)};
    int ndim = 1;
    reduce->blocks = expr_index(arena, 1);
    for (int i = 0; i < reduce->chain.count; i++) {
        const Loop *loop = reduce->chain.loops[i]->loop;
        Expr *count = expr_largest(arena, &chain, loop_raw_count(arena, loop));
        Expr *most = expr_largest(arena, &all, loop_raw_count(arena, loop)); // over the loops of the host, too
        if (binding_is_thread(loop->binding))
            count = most = expr_index(arena, reduce->team.extent[binding_dimension(loop->binding)]);
        if (!count || !most || ndim == MAX_DIMS)
            return NULL;
        most = tree_over_parameters(arena, reduce->root, most);
        most = index_max(arena, most, expr_index(arena, 0));
        if (reduce->carries[i] && binding_is_block(loop->binding)) {
            reduce->blocks = index_mul(arena, reduce->blocks, count);
            extents[0] = index_mul(arena, extents[0], most);
        } else if (!reduce->carries[i]) {
            extents[ndim++] = most;
        }
    }
    return nest_array(reduce->state->nest, name, type, SPACE_SCRATCH, extents, ndim);
}

// The element of this block (or of `block`) for the place that the other loops' iterators give.
static Expr *partial_element(const Reduce *reduce, const Array *partials, Expr *block)
{
    Arena *arena = reduce->arena;
    Varying chain = chain_varying(&reduce->chain);
    Expr *subscripts[MAX_DIMS] = {NULL};
    int ndim = 1;
    for (int i = 0; i < reduce->chain.count; i++) {
        const Loop *loop = reduce->chain.loops[i]->loop;
        Expr *iterator = expr_symbol(arena, loop->iterator);
        if (!reduce->carries[i]) {
            subscripts[ndim++] = iterator;
        } else if (binding_is_block(loop->binding)) {
            Expr *count = expr_largest(arena, &chain, loop_raw_count(arena, loop));
            subscripts[0] = subscripts[0] ? index_add(arena, index_mul(arena, subscripts[0], count), iterator) : iterator;
        }
    }
    subscripts[0] = block ? block : subscripts[0];
    return expr_access(arena, partials, subscripts);
}

// Whether this thread's place exists, whatever the loops that carry the reduction do.
static Expr *place_exists(const Reduce *reduce)
{
    Expr *condition = NULL;
    for (int i = 0; i < reduce->chain.count; i++) {
        const Loop *loop = reduce->chain.loops[i]->loop;
        if (!reduce->carries[i])
            condition = reduce_both(reduce->arena, condition, linear_less(reduce->arena, expr_symbol(reduce->arena, loop->iterator), loop->upper));
    }
    return condition;
}

Stmt *partials_store(const Reduce *reduce, const Partials *partials)
{
    Arena *arena = reduce->arena;
    const Parts *parts = &reduce->parts;
    Stmt *items[MAX_PARTS];
    for (int i = 0; i < parts->count; i++)
        items[i] = stmt_assign(arena, partial_element(reduce, partials->arrays[i], NULL), OP_NONE,
                               expr_symbol(arena, parts->symbols[i]), NULL);
    Expr *condition = reduce_both(arena, team_is_first(arena, &reduce->team), place_exists(reduce));
    return for_all_threads(arena, reduce_conditionally(arena, condition, stmt_block(arena, items, parts->count)));
}

static Loop made_loop(Restructuring *state, const char *name, Expr *lower, Expr *upper, int64_t step)
{
    Symbol *iterator = nest_symbol(state->nest, name, type_scalar(TY_I64), SYM_ITERATOR);
    return (Loop){.id = nest_loop_id(state->nest), .name = iterator->name, .iterator = iterator, .lower = lower, .upper = upper,
                  .step = expr_index(state->arena, step), .step_sign = 1};
}

enum { PARTS_IN_FLIGHT = 8 };

// part = identity; for block in .. { part op= partials[block] }
static Stmt *gather_partials(const Reduce *reduce, const Partials *partials, const Parts *sum, Expr *first, int64_t step)
{
    Arena *arena = reduce->arena;
    Loop loop = made_loop(reduce->state, "block", first, reduce->blocks, step);
    loop.copies = PARTS_IN_FLIGHT;
    Expr *mine[MAX_PARTS], *next[MAX_PARTS];
    parts_values(arena, sum, mine);
    for (int i = 0; i < sum->count; i++)
        next[i] = partial_element(reduce, partials->arrays[i], expr_symbol(arena, loop.iterator));
    Stmt *items[] = {
        parts_declare(arena, sum),
        stmt_loop(arena, &loop, parts_accumulate(arena, sum, mine, next)),
    };
    return stmt_block(arena, items, 2);
}

enum { FINAL_THREADS = 256 };

// One block for one place.
static Stmt *final_block(Reduce *reduce, const Partials *partials, const Parts *sum)
{
    Arena *arena = reduce->arena;
    Restructuring *state = reduce->state;
    Loop only = made_loop(state, "result", expr_index(arena, 0), expr_index(arena, 1), 1);
    Loop thread = made_loop(state, "thread", expr_index(arena, 0), expr_index(arena, FINAL_THREADS), 1);
    only.binding = BIND_BLOCK_X;
    thread.binding = BIND_THREAD_X;
    Team team = {.member = {true}, .extent = {FINAL_THREADS, 1, 1}};
    Expr *first = expr_symbol(arena, thread.iterator);
    Expr *is_first = expr_binary(arena, OP_EQ, first, expr_index(arena, 0), type_scalar(TY_I64));
    Stmt *items[] = {
        gather_partials(reduce, partials, sum, first, FINAL_THREADS),
        team_combine(state, &team, sum, reduce->style),
        stmt_if(arena, is_first, reduce_finish(reduce, sum), NULL),
    };
    return stmt_loop(arena, &only, stmt_loop(arena, &thread, stmt_block(arena, items, 3)));
}

// The one loop bound to threads that carries the reduction and always has all of them; NULL: there is none.
static const Loop *sharing_threads(const Reduce *reduce)
{
    const Loop *found = NULL;
    for (int i = 0; i < reduce->chain.count; i++) {
        const Loop *loop = reduce->chain.loops[i]->loop;
        if (!reduce->carries[i] || !binding_is_thread(loop->binding))
            continue;
        if (found)
            return NULL;
        found = loop;
    }
    return found && reduce->team.extent[binding_dimension(found->binding)] > 1 ? found : NULL;
}

// Threads that share a place: as many as those of the first kernel.
static Stmt *final_team(Reduce *reduce, const Partials *partials, const Parts *sum, const Loop *like)
{
    Arena *arena = reduce->arena;
    int64_t extent = reduce->team.extent[binding_dimension(like->binding)];
    Loop part = made_loop(reduce->state, "part", expr_index(arena, 0), expr_index(arena, extent), 1);
    part.binding = like->binding;
    Expr *first = expr_symbol(arena, part.iterator);
    Expr *is_first = expr_binary(arena, OP_EQ, first, expr_index(arena, 0), type_scalar(TY_I64));
    Stmt *items[] = {
        gather_partials(reduce, partials, sum, first, extent),
        team_combine(reduce->state, &reduce->team, sum, reduce->style),
        stmt_if(arena, is_first, reduce_finish(reduce, sum), NULL),
    };
    return stmt_loop(arena, &part, stmt_block(arena, items, 3));
}

// The loops along which the place moves, again, around one thread or team for each place.
static Stmt *final_threads(Reduce *reduce, const Partials *partials, const Parts *sum)
{
    Arena *arena = reduce->arena;
    const Loop *sharing = sharing_threads(reduce);
    Stmt *items[] = {
        sharing ? final_team(reduce, partials, sum, sharing) : gather_partials(reduce, partials, sum, expr_index(arena, 0), 1),
        sharing ? NULL : reduce_finish(reduce, sum),
    };
    Stmt *body = stmt_block(arena, items, 2);
    for (int i = reduce->chain.count - 1; i >= 0; i--) {
        if (reduce->carries[i])
            continue;
        Loop loop = *reduce->chain.loops[i]->loop;
        loop.id = nest_loop_id(reduce->state->nest);
        loop.name = intern_printf("%s.final", loop.name);
        body = stmt_loop(arena, &loop, body);
    }
    return body;
}

static bool is_one_place(const Reduce *reduce)
{
    for (int i = 0; i < reduce->chain.count; i++)
        if (!reduce->carries[i])
            return false;
    return true;
}

Stmt *partials_kernel(Reduce *reduce, const Partials *partials)
{
    Parts sum = parts_again(reduce->state, &reduce->parts);
    Stmt *made = is_one_place(reduce) ? final_block(reduce, partials, &sum) : final_threads(reduce, partials, &sum);
    return where_touched(reduce->state, reduce->place->kind == EX_ACCESS ? reduce->place->array : NULL, made);
}

bool partials_make(Reduce *reduce, Partials *partials)
{
    for (int i = 0; reduce_has_blocks(reduce) && i < reduce->parts.count; i++) {
        const Symbol *part = reduce->parts.symbols[i];
        partials->arrays[i] = partial_array(reduce, intern_printf("%ss", part->name), part->type);
        if (!partials->arrays[i])
            return reduce_refuse(reduce, "the number of its parts is not known on the host");
    }
    return true;
}
