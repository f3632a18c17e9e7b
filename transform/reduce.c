// Reductions into scalars and elements, taken apart (contract in transform.h): an accumulator for each thread, a
// combination across the threads of the block, and across blocks by a second kernel.
#include "transform/reduction.h"

typedef VECTOR(Stmt *) Stmts;

// One reduction about to be taken apart.
typedef struct Reduce {
    Restructuring *state;
    Arena *arena;
    const Stmt *root;
    const Reduction *reduction;
    ReduceStyle style;
    Path path;           // to the first update
    Chain chain;         // the kernel's bound loops
    bool carries[2 * MAX_DEPTH]; // of chain.loops: the loop carries the reduction
    const Stmt *team_loop; // bound to threads among other statements of the chain's body; NULL: all bound loops are in the chain
    const Stmt *region;  // body of the innermost loop that the place moves along, or of the innermost bound one
    Team team;
    const Expr *place;   // as it stands in the tree
    Symbol *part;
    bool watches;        // for ties, or whether any update ran (ordered.c)
    Symbol *seen;        // what it has met, or NULL
    LoopId from;         // the outermost loop of the source that carries it inside of the loops of the host; 0: one is split there
    Expr *blocks;        // how many blocks hold parts of one place
} Reduce;

static Stmt *refuse(Reduce *reduce, const char *reason)
{
    const Expr *place = reduce->reduction->place;
    const char *name = place->kind == EX_ACCESS ? place->array->name : place->symbol->name;
    diag_refuse(reduce->state->diag, reduce->reduction->updates.items[0]->loc, "reduce %s refused: %s", name, reason);
    return NULL;
}

// ---- where the updates are

typedef struct Search {
    const Reduction *reduction;
    const Stmt *found;
    int count;
} Search;

bool reduction_is_place(const Reduction *reduction, const Expr *expr)
{
    const Expr *place = reduction->place;
    return place->kind == EX_ACCESS ? expr->kind == EX_ACCESS && expr->array == place->array
                                    : expr->kind == EX_SYMBOL && expr->symbol == place->symbol;
}

static bool gather_id(void *context, const Stmt *stmt)
{
    Search *search = context;
    if (stmt->kind == ST_ASSIGN && stmt->id == search->count)
        search->found = stmt;
    return !search->found;
}

// The assignment of the source inside an update.
static int update_id(const Reduction *reduction, const Stmt *update)
{
    if (update->kind == ST_ASSIGN)
        return reduction_is_place(reduction, update->place) ? update->id : 0;
    int id = 0;
    for (int i = 0; i < update->nitems && !id; i++)
        id = update_id(reduction, update->items[i]);
    if (!id && update->body)
        id = update_id(reduction, update->body);
    if (!id && update->otherwise)
        id = update_id(reduction, update->otherwise);
    return id;
}

const Stmt *reduction_find_update(const Stmt *root, const Reduction *reduction, int index)
{
    Search search = {.reduction = reduction, .count = update_id(reduction, reduction->updates.items[index])};
    if (search.count)
        stmt_walk(root, gather_id, &search);
    return search.found;
}

bool reduction_is_carried_by(const Reduction *reduction, const Loop *loop)
{
    FOR_EACH(i, &reduction->loops)
        if (loop->origin && reduction->loops.items[i] == loop->origin)
            return true;
    return false;
}

bool reduce_is_concurrent(Restructuring *state, const Stmt *root, int index)
{
    Path path;
    const Reduction *reduction = &state->facts->reductions.items[index];
    const Stmt *update = reduction_find_update(root, reduction, 0);
    if (!update || !tree_path(root, update, &path))
        return false;
    for (int i = 0; i < path.count; i++)
        if (binding_is_concurrent(path.loops[i]->loop->binding) && reduction_is_carried_by(reduction, path.loops[i]->loop))
            return true;
    return false;
}

// ---- what it needs

// A loop bound to threads that is one of the statements of the chain's body: the team that combines is its own.
static bool find_team_loop(Reduce *reduce, const Stmt *update)
{
    const Stmt *body = reduce->chain.body;
    Path path;
    for (int i = 0; body->kind == ST_BLOCK && i < body->nitems; i++)
        if (body->items[i]->kind == ST_LOOP && tree_path(body->items[i], update, &path))
            reduce->team_loop = body->items[i];
    if (!reduce->team_loop || !binding_is_thread(reduce->team_loop->loop->binding) || tree_has_concurrent(reduce->team_loop->body))
        return refuse(reduce, "the bound loops do not stand directly inside one another");
    return true;
}

static bool find_chain(Reduce *reduce, const Stmt *root)
{
    const Stmt *update = reduction_find_update(root, reduce->reduction, 0);
    if (!update || !tree_path(root, update, &reduce->path))
        return refuse(reduce, "its statement is not in the tree any more");
    const Stmt *outermost = NULL;
    for (int i = reduce->path.count - 1; i >= 0; i--)
        if (binding_is_concurrent(reduce->path.loops[i]->loop->binding))
            outermost = reduce->path.loops[i];
    if (!outermost)
        return refuse(reduce, "no loop around it runs concurrently");
    reduce->chain = chain_from(outermost);
    reduce->place = update->place;
    return !tree_has_concurrent(reduce->chain.body) || find_team_loop(reduce, update);
}

// Whether the place moves along the loop.
static bool moves_along(const Reduce *reduce, const Loop *loop)
{
    Varying one = {.loops = {loop}, .count = 1}, all = path_varying(&reduce->path, 0);
    for (int i = 0; i < reduce->place->noperands; i++) {
        Expr *expanded = expand_definitions(reduce->arena, &all, reduce->place->operands[i]);
        if (varying_mentions(&one, expanded) || varying_mentions(&one, reduce->place->operands[i]))
            return true;
    }
    return false;
}

// The team loop alone carries the reduction, and the place does not move inside of it.
static bool is_team(Reduce *reduce, bool chain_carries)
{
    const Loop *loop = reduce->team_loop->loop;
    int64_t extent = loop_constant_extent(reduce->arena, reduce->root, loop->id);
    int d = binding_dimension(loop->binding);
    Path below;
    tree_path(reduce->team_loop, reduction_find_update(reduce->team_loop, reduce->reduction, 0), &below);
    for (int i = 0; i < below.count; i++)
        if (moves_along(reduce, below.loops[i]->loop))
            return refuse(reduce, "its place moves along the loop");
    for (int i = 0; i < reduce->reduction->updates.count; i++) {
        const Stmt *update = reduction_find_update(reduce->team_loop->body, reduce->reduction, i);
        if (!update || !expr_equal(update->place, reduce->place))
            return refuse(reduce, "its statements do not stand in one loop body, or write its place differently");
    }
    if (chain_carries || !reduction_is_carried_by(reduce->reduction, loop) || reduce->team.extent[d] > 1 || extent < 1)
        return refuse(reduce, "loops around that one carry it, too");
    reduce->team.extent[d] = extent;
    reduce->team.member[d] = true;
    return true;
}

// Each bound loop either carries the reduction, or the place moves along it.
static bool sort_chain(Reduce *reduce)
{
    bool any = false;
    for (int d = 0; d < 3; d++)
        reduce->team.extent[d] = 1;
    for (int i = 0; i < reduce->chain.count; i++) {
        const Loop *loop = reduce->chain.loops[i]->loop;
        reduce->carries[i] = reduction_is_carried_by(reduce->reduction, loop);
        any = any || reduce->carries[i];
        if (!binding_is_thread(loop->binding))
            continue;
        int64_t extent = loop_constant_extent(reduce->arena, reduce->path.loops[0], loop->id);
        int d = binding_dimension(loop->binding);
        reduce->team.extent[d] = extent > 1 ? extent : 1;
        reduce->team.member[d] = reduce->carries[i];
    }
    if (reduce->team_loop)
        return is_team(reduce, any);
    return any || refuse(reduce, "no loop that carries it runs concurrently");
}

static bool find_region(Reduce *reduce)
{
    if (reduce->team_loop) {
        reduce->region = reduce->team_loop;
        return true;
    }
    reduce->region = reduce->chain.loops[reduce->chain.count - 1];
    bool below = false;
    for (int i = 0; i < reduce->path.count; i++) {
        const Stmt *loop = reduce->path.loops[i];
        if (below && moves_along(reduce, loop->loop))
            reduce->region = loop;
        below = below || loop == reduce->chain.loops[reduce->chain.count - 1];
    }
    for (int i = 0; i < reduce->reduction->updates.count; i++) {
        const Stmt *update = reduction_find_update(reduce->region->body, reduce->reduction, i);
        if (!update || !expr_equal(update->place, reduce->place))
            return refuse(reduce, "its statements do not stand in one loop body, or write its place differently");
    }
    return true;
}

// All threads of the block must come to the combination together.
static bool is_uniform(Reduce *reduce)
{
    Path to;
    if (reduce->team_loop)
        return true;
    if (!tree_path(reduce->chain.loops[reduce->chain.count - 1], reduce->region, &to))
        return false;
    Varying threads = {0}, all = path_varying(&reduce->path, 0);
    for (int i = 0; i < reduce->chain.count; i++)
        if (binding_is_thread(reduce->chain.loops[i]->loop->binding))
            threads.loops[threads.count++] = reduce->chain.loops[i]->loop;
    for (int i = 1; i < to.count; i++) {
        const Loop *loop = to.loops[i]->loop;
        Expr *bounds[] = {loop->lower, loop->upper, loop->step};
        for (int k = 0; k < 3; k++)
            if (varying_mentions(&threads, expand_definitions(reduce->arena, &all, bounds[k])))
                return refuse(reduce, "threads of a block would combine different numbers of times");
    }
    return true;
}

static bool has_blocks(const Reduce *reduce)
{
    for (int i = 0; i < reduce->chain.count; i++)
        if (reduce->carries[i] && binding_is_block(reduce->chain.loops[i]->loop->binding))
            return true;
    return false;
}

static LoopId outermost_inside(const Reduce *reduce)
{
    FOR_EACH(i, &reduce->reduction->loops) {
        int inside = 0, outside = 0;
        bool in_kernel = false;
        for (int k = 0; k < reduce->path.count; k++) {
            in_kernel = in_kernel || reduce->path.loops[k] == reduce->chain.loops[0];
            if (reduce->path.loops[k]->loop->origin == reduce->reduction->loops.items[i])
                *(in_kernel ? &inside : &outside) += 1;
        }
        if (reduce->team_loop && reduce->team_loop->loop->origin != reduce->reduction->loops.items[i])
            continue;
        if (inside)
            return outside ? 0 : reduce->reduction->loops.items[i];
    }
    return 0;
}

static bool is_supported(Reduce *reduce)
{
    const Reduction *reduction = reduce->reduction;
    bool in_chain = reduce->region == reduce->chain.loops[reduce->chain.count - 1];
    if (!(reorderable(reduce->state) >> reduction->index & 1))
        return refuse(reduce, reduce->state->exact && reduction->reassociates ? "'exact' forbids another order of operations"
                                                                              : "its result depends on the order");
    reduce->from = outermost_inside(reduce);
    const char *obstacle = ordered_applies(reduction) ? ordered_obstacle(reduce->state, reduction, reduce->from) : NULL;
    if (obstacle)
        return refuse(reduce, obstacle);
    if (has_blocks(reduce) && !in_chain)
        return refuse(reduce, "its place moves along a serial loop of the thread");
    for (int i = 0; !reduce->team_loop && i < reduce->chain.count; i++)
        if (!loop_is_normal(reduce->chain.loops[i]->loop) && (reduce->carries[i] || has_blocks(reduce)))
            return refuse(reduce, intern_printf("the loop '%s' does not count from 0: tile it first",
                                                reduce->chain.loops[i]->loop->name));
    return true;
}

// ---- is every place reached?

typedef struct Reached {
    const Reduce *reduce;
    bool surely;
} Reached;

static bool is_part_of_chain(const Reduce *reduce, const Loop *loop)
{
    for (int i = 0; i < reduce->chain.count; i++)
        if (reduce->carries[i] && reduce->chain.loops[i]->loop->origin == loop->origin)
            return true;
    return false;
}

// Follows what runs whenever the thread has an iteration at all: blocks, and the other parts of split loops.
static bool look_for_sure_update(void *context, const Stmt *stmt)
{
    Reached *reached = context;
    if (stmt->kind == ST_LOOP)
        return is_part_of_chain(reached->reduce, stmt->loop);
    reached->surely = reached->surely || reduction_is_update(reached->reduce->reduction, stmt);
    return stmt->kind == ST_BLOCK;
}

// Whether some element of the place may be left alone by all iterations: then it must be here too.
static bool may_leave_place_alone(const Reduce *reduce)
{
    if (reduce->place->kind != EX_ACCESS)
        return false;
    Reached reached = {reduce, false};
    stmt_walk(reduce->region->body, look_for_sure_update, &reached);
    return !reached.surely || reduce->team_loop || has_blocks(reduce);
}

// ---- the accumulator

// Other elements of the array are left alone: analysis knows that they are none of the loops' place.
static Expr *use_part(void *context, Expr *expr)
{
    const Reduce *reduce = context;
    return expr_equal(expr, reduce->place) ? expr_symbol(reduce->arena, reduce->part) : expr;
}

static const char *part_name(const Expr *place)
{
    return intern_printf("%s_part", place->kind == EX_ACCESS ? place->array->name : place->symbol->name);
}

static const char *seen_name(const Expr *place)
{
    return intern_printf("%s_seen", place->kind == EX_ACCESS ? place->array->name : place->symbol->name);
}

static Stmt *accumulate(Reduce *reduce)
{
    reduce->part = nest_symbol(reduce->state->nest, part_name(reduce->place), reduce->reduction->type, SYM_LOCAL);
    Stmt *body = reduction_wrapping(reduce->arena, reduce->reduction, reduce->region->body);
    if (reduce->watches) {
        reduce->seen = nest_symbol(reduce->state->nest, seen_name(reduce->place), type_scalar(TY_I32), SYM_LOCAL);
        body = ordered_watch(reduce->state, reduce->reduction, body, reduce->seen);
        if (!body)
            return refuse(reduce, "its updates cannot be watched in this form");
    }
    return stmt_rewrite(reduce->arena, body, NULL, use_part, reduce);
}

// ---- the result of a block

static Expr *both(Arena *arena, Expr *left, Expr *right)
{
    if (!left || !right)
        return left ? left : right;
    return expr_binary(arena, OP_LOGICAL_AND, left, right, type_scalar(TY_I32));
}

// The first thread that carries the reduction, in terms of the loops' iterators: where it has no iteration, none has.
static Expr *first_iteration(const Reduce *reduce)
{
    Expr *condition = NULL;
    for (int i = 0; i < reduce->chain.count; i++) {
        const Loop *loop = reduce->chain.loops[i]->loop;
        if (reduce->carries[i] && binding_is_thread(loop->binding))
            condition = both(reduce->arena, condition, expr_binary(reduce->arena, OP_EQ, expr_symbol(reduce->arena, loop->iterator),
                                                                   expr_index(reduce->arena, 0), type_scalar(TY_I64)));
    }
    return condition;
}

static Stmt *conditionally(Arena *arena, Expr *condition, Stmt *stmt)
{
    return condition ? stmt_if(arena, condition, stmt, NULL) : stmt;
}

// ---- across blocks: a scratch array [block][places] and a second kernel

typedef struct Partials {
    const Array *parts, *seen; // NULL: no blocks carry the reduction; no ties to watch for
} Partials;

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
            condition = both(reduce->arena, condition, linear_less(reduce->arena, expr_symbol(reduce->arena, loop->iterator), loop->upper));
    }
    return condition;
}

static Stmt *store_partial(const Reduce *reduce, const Array *partials, const Symbol *part)
{
    Arena *arena = reduce->arena;
    Stmt *store = stmt_assign(arena, partial_element(reduce, partials, NULL), OP_NONE, expr_symbol(arena, part), NULL);
    Expr *condition = both(arena, team_is_first(arena, &reduce->team), place_exists(reduce));
    return for_all_threads(arena, conditionally(arena, condition, store));
}

static Loop made_loop(Restructuring *state, const char *name, Expr *lower, Expr *upper, int64_t step)
{
    Symbol *iterator = nest_symbol(state->nest, name, type_scalar(TY_I64), SYM_ITERATOR);
    return (Loop){.id = nest_loop_id(state->nest), .name = iterator->name, .iterator = iterator, .lower = lower, .upper = upper,
                  .step = expr_index(state->arena, step), .step_sign = 1};
}

// part = identity; for block in .. { part op= partials[block] }
static Stmt *gather_partials(const Reduce *reduce, const Reduction *reduction, const Array *partials, Symbol *sum,
                             Expr *first, int64_t step)
{
    Arena *arena = reduce->arena;
    Loop loop = made_loop(reduce->state, "block", first, reduce->blocks, step);
    Expr *element = partial_element(reduce, partials, expr_symbol(arena, loop.iterator));
    Stmt *add = reduction_accumulate(arena, reduction, expr_symbol(arena, sum), element);
    Stmt *items[] = {
        stmt_declare(arena, sum, reduction_identity(arena, reduction)),
        stmt_loop(arena, &loop, add),
    };
    return stmt_block(arena, items, 2);
}

enum { FINAL_THREADS = 256 };

// place = place op value, by one thread.
static Stmt *finish(const Reduce *reduce, const Symbol *value, const Symbol *seen)
{
    Arena *arena = reduce->arena;
    Expr *place = (Expr *)reduce->place;
    if (seen)
        return ordered_update(reduce->state, reduce->reduction, place, expr_symbol(arena, value), seen, reduce->from);
    return reduction_update(arena, reduce->reduction, place, expr_symbol(arena, value));
}

// One block for one place.
static Stmt *final_block(Reduce *reduce, const Partials *partials, Symbol *sum, Symbol *seen)
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
        gather_partials(reduce, reduce->reduction, partials->parts, sum, first, FINAL_THREADS),
        seen ? gather_partials(reduce, ordered_flags(), partials->seen, seen, first, FINAL_THREADS) : NULL,
        team_combine(state, &team, reduce->reduction, sum, reduce->style),
        seen ? team_combine(state, &team, ordered_flags(), seen, reduce->style) : NULL,
        stmt_if(arena, is_first, finish(reduce, sum, seen), NULL),
    };
    return stmt_loop(arena, &only, stmt_loop(arena, &thread, stmt_block(arena, items, 5)));
}

// The loops along which the place moves, again, around one thread for each place.
static Stmt *final_threads(Reduce *reduce, const Partials *partials, Symbol *sum, Symbol *seen)
{
    Arena *arena = reduce->arena;
    Stmt *items[] = {
        gather_partials(reduce, reduce->reduction, partials->parts, sum, expr_index(arena, 0), 1),
        seen ? gather_partials(reduce, ordered_flags(), partials->seen, seen, expr_index(arena, 0), 1) : NULL,
        finish(reduce, sum, seen),
    };
    Stmt *body = stmt_block(arena, items, 3);
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

static Stmt *final_kernel(Reduce *reduce, const Partials *partials)
{
    Nest *nest = reduce->state->nest;
    Symbol *sum = nest_symbol(nest, part_name(reduce->place), reduce->reduction->type, SYM_LOCAL);
    Symbol *seen = reduce->seen ? nest_symbol(nest, seen_name(reduce->place), type_scalar(TY_I32), SYM_LOCAL) : NULL;
    Stmt *made = is_one_place(reduce) ? final_block(reduce, partials, sum, seen) : final_threads(reduce, partials, sum, seen);
    return where_touched(reduce->state, reduce->place->kind == EX_ACCESS ? reduce->place->array : NULL, made);
}

// ---- all together

static bool make_partials(Reduce *reduce, Partials *partials)
{
    const char *name = intern_printf("%ss", part_name(reduce->place));
    if (!has_blocks(reduce))
        return true;
    partials->parts = partial_array(reduce, name, reduce->reduction->type);
    if (reduce->watches)
        partials->seen = partial_array(reduce, intern_printf("%s_seen", name), type_scalar(TY_I32));
    return partials->parts || refuse(reduce, "the number of its parts is not known on the host");
}

static Stmt *take_apart(Reduce *reduce, Stmt *root)
{
    Arena *arena = reduce->arena;
    const Reduction *reduction = reduce->reduction, *flags = ordered_flags();
    Partials partials = {0};
    if (!make_partials(reduce, &partials))
        return NULL;
    Stmt *body = accumulate(reduce);
    if (!body)
        return NULL;
    Symbol *seen = reduce->seen;
    Stmt *items[] = {
        stmt_declare(arena, reduce->part, reduction_identity(arena, reduction)),
        seen ? stmt_declare(arena, seen, reduction_identity(arena, flags)) : NULL,
        body,
        team_combine(reduce->state, &reduce->team, reduction, reduce->part, reduce->style),
        seen ? team_combine(reduce->state, &reduce->team, flags, seen, reduce->style) : NULL,
        partials.parts ? store_partial(reduce, partials.parts, reduce->part)
                       : conditionally(arena, first_iteration(reduce), finish(reduce, reduce->part, seen)),
        seen && partials.seen ? store_partial(reduce, partials.seen, seen) : NULL,
    };
    Stmt *region = stmt_loop(arena, reduce->region->loop, stmt_block(arena, items, 7));
    region->loc = reduce->region->loc;
    const Stmt *outermost = reduce->chain.loops[0];
    Stmt *kernel = tree_replace(arena, (Stmt *)outermost, reduce->region, region);
    Stmt *kernels[] = {kernel, partials.parts ? final_kernel(reduce, &partials) : NULL};
    return tree_replace(arena, root, outermost, stmt_block(arena, kernels, 2));
}

// part = identity; for worker [thread.x] { .. part op= e }; combined; place op= part
static Stmt *take_apart_in_team(Reduce *reduce, Stmt *root)
{
    Arena *arena = reduce->arena;
    const Reduction *reduction = reduce->reduction, *flags = ordered_flags();
    Stmt *body = accumulate(reduce);
    Symbol *seen = reduce->seen;
    if (!body)
        return NULL;
    Stmt *loop = stmt_loop(arena, reduce->team_loop->loop, body);
    loop->loc = reduce->team_loop->loc;
    Stmt *items[] = {
        stmt_declare(arena, reduce->part, reduction_identity(arena, reduction)),
        seen ? stmt_declare(arena, seen, reduction_identity(arena, flags)) : NULL,
        loop,
        team_combine(reduce->state, &reduce->team, reduction, reduce->part, reduce->style),
        seen ? team_combine(reduce->state, &reduce->team, flags, seen, reduce->style) : NULL,
        team_broadcast(reduce->state, &reduce->team, reduce->part),
        seen ? team_broadcast(reduce->state, &reduce->team, seen) : NULL,
        finish(reduce, reduce->part, seen),
    };
    return tree_replace(arena, root, reduce->team_loop, stmt_block(arena, items, 8));
}

Stmt *reduce(Restructuring *state, Stmt *root, int index, ReduceStyle style)
{
    Reduce reduce = {.state = state, .arena = state->arena, .root = root, .style = style,
                     .reduction = &state->facts->reductions.items[index]};
    if (style == REDUCE_SEQUENTIAL)
        return root;
    if (reduce.reduction->kind == REDUCTION_BY_KEY)
        return reduce_by_key(state, root, reduce.reduction);
    if (!find_chain(&reduce, root) || !sort_chain(&reduce) || !find_region(&reduce) || !is_uniform(&reduce) ||
        !is_supported(&reduce))
        return NULL;
    reduce.watches = ordered_applies(reduce.reduction) || may_leave_place_alone(&reduce);
    Stmt *made = reduce.team_loop ? take_apart_in_team(&reduce, root) : take_apart(&reduce, root);
    if (made)
        state->relaxed |= UINT64_C(1) << index;
    return made;
}
