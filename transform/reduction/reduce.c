// Reductions into scalars and elements (contract in transform.h): an accumulator for each thread, a combination across
// the threads of the block, and one across blocks by the block that finishes last.
#include "transform/reduction/argmin.h"
#include "transform/reduction/exact_minmax.h"
#include "transform/reduction/privatize_keys.h"
#include "transform/reduction/operator.h"
#include "transform/reduction/reduce.h"
#include "transform/reduction/reduce_places.h"
#include "transform/tree/order.h"
#include "transform/tree/query.h"

Stmt *reduce_refuse(Reduce *reduce, const char *reason)
{
    const Expr *place = reduce->reduction->place;
    const char *name = place_name(place);
    diag_refuse(reduce->state->diag, reduce->reduction->updates.items[0]->loc, "reduce %s refused: %s", name, reason);
    return NULL;
}

// ---- where the updates are

bool reduction_is_place(const Reduction *reduction, const Expr *expr)
{
    const Expr *place = reduction->place;
    return place->kind == EX_ACCESS ? expr->kind == EX_ACCESS && expr->array == place->array
                                    : expr->kind == EX_SYMBOL && expr->symbol == place->symbol;
}

typedef struct Search {
    int id;
    const Stmt *found;
} Search;

static bool look_for_id(void *context, const Stmt *stmt)
{
    Search *search = context;
    if (stmt->kind == ST_ASSIGN && stmt->id == search->id)
        search->found = stmt;
    return !search->found;
}

// The assignment of the source with this number; NULL: it is not there, or the number is 0.
static const Stmt *find_assignment(const Stmt *root, int id)
{
    Search search = {.id = id};
    if (id)
        stmt_walk(root, look_for_id, &search);
    return search.found;
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
    return find_assignment(root, update_id(reduction, reduction->updates.items[index]));
}

bool reduction_is_carried_by(const Reduction *reduction, const Loop *loop)
{
    return loop->origin && reduction_runs_along(reduction, loop->origin);
}

typedef struct Shared {
    const Reduction *reduction;
    int update; // the id of its first update, of which steps may have made several statements
    bool found;
} Shared;

static void look_for_shared(Shared *shared, const Stmt *stmt, bool concurrent)
{
    if (!stmt || shared->found)
        return;
    shared->found = concurrent && stmt->kind == ST_ASSIGN && stmt->id == shared->update;
    if (stmt->kind == ST_LOOP)
        concurrent = concurrent || (binding_is_concurrent(stmt->loop->binding) &&
                                    reduction_is_carried_by(shared->reduction, stmt->loop));
    for (int i = 0; i < stmt->nitems; i++)
        look_for_shared(shared, stmt->items[i], concurrent);
    look_for_shared(shared, stmt->body, concurrent);
    look_for_shared(shared, stmt->otherwise, concurrent);
}

bool reduce_is_concurrent(const Candidate *state, const Stmt *root, int index)
{
    const Reduction *reduction = &state->facts->reductions.items[index];
    Shared shared = {reduction, update_id(reduction, reduction->updates.items[0]), false};
    if (shared.update)
        look_for_shared(&shared, root, false);
    return shared.found;
}

// Copies in memory that no step before has known hold what other threads do not see.
static bool updates_copy(const Candidate *state, const Stmt *stmt)
{
    const Array *array = stmt->place->kind == EX_ACCESS ? stmt->place->array : NULL;
    return array && (array->space == SPACE_SHARED || array->space == SPACE_SCRATCH) &&
           !facts_array(state->facts, array);
}

static bool is_update(const Reduction *reduction, const Stmt *stmt)
{
    for (int i = 0; i < reduction->updates.count; i++)
        if (stmt->id && stmt->id == update_id(reduction, reduction->updates.items[i]))
            return true;
    return false;
}

// `concurrent`: a loop around the statement is.
static bool runs_in(const Candidate *state, const Stmt *stmt, const Stmt *region, const Reduction *reduction,
                    bool concurrent)
{
    if (!stmt || stmt == region)
        return false;
    if (stmt->kind == ST_ASSIGN)
        return concurrent && is_update(reduction, stmt) && !updates_copy(state, stmt);
    if (stmt->kind == ST_LOOP && binding_is_concurrent(stmt->loop->binding))
        concurrent = concurrent || reduction_is_carried_by(reduction, stmt->loop);
    for (int i = 0; i < stmt->nitems; i++)
        if (runs_in(state, stmt->items[i], region, reduction, concurrent))
            return true;
    return runs_in(state, stmt->body, region, reduction, concurrent) ||
           runs_in(state, stmt->otherwise, region, reduction, concurrent);
}

// Two loops may hold the same node.
bool reduce_runs_elsewhere(const Candidate *state, const Stmt *root, const Stmt *region, const Reduction *reduction)
{
    return runs_in(state, root, region, reduction, false);
}

// ---- other statements that use the place

// The assignment itself, or the one that an `if` of the source holds.
static bool is_of_update(const Reduction *reduction, const Stmt *stmt)
{
    FOR_EACH(i, &reduction->updates)
        if (stmt == reduction->updates.items[i])
            return true;
    return is_update(reduction, stmt);
}

typedef struct OtherUse {
    const Stmt *region;
    bool found;
} OtherUse;

// Conditions have no number: the statements under them have one.
static bool look_for_number(void *context, const Stmt *stmt)
{
    OtherUse *use = context;
    use->found = use->found || (stmt->kind == ST_ASSIGN && find_assignment(use->region, stmt->id));
    return !use->found;
}

// A reduction of another kind may have the same place, under a condition of its own.
static bool is_used_by_others(const Reduce *reduce)
{
    const Facts *facts = reduce->state->facts;
    OtherUse use = {.region = reduce->region->body};
    for (int i = 0; i < facts->accesses.count && !use.found; i++) {
        const Access *access = &facts->accesses.items[i];
        if (expr_equal(access->expr, reduce->reduction->place) && !is_of_update(reduce->reduction, access->stmt))
            stmt_walk(access->stmt, look_for_number, &use);
    }
    return use.found;
}

// ---- what it needs

// A loop bound to threads that is one of the statements of the chain's body: it combines within a team of its own.
static bool find_team_loop(Reduce *reduce, const Stmt *update)
{
    const Stmt *body = reduce->chain.body;
    Path path;
    for (int i = 0; body->kind == ST_BLOCK && i < body->nitems; i++)
        if (body->items[i]->kind == ST_LOOP && tree_path(body->items[i], update, &path))
            reduce->team_loop = body->items[i];
    if (!reduce->team_loop || !binding_is_thread(reduce->team_loop->loop->binding) ||
        tree_has_concurrent(reduce->team_loop->body))
        return reduce_refuse(reduce, "the bound loops are not directly nested");
    return true;
}

static bool find_chain(Reduce *reduce, const Stmt *root)
{
    const Stmt *update = reduction_find_update(root, reduce->reduction, 0);
    const Stmt *outermost = NULL;
    bool found = update && tree_path(root, update, &reduce->path);
    for (int i = found ? reduce->path.count - 1 : -1; i >= 0; i--)
        if (binding_is_concurrent(reduce->path.loops[i]->loop->binding))
            outermost = reduce->path.loops[i];
    if (!outermost)
        return reduce_refuse(reduce, "no loop around it runs concurrently");
    reduce->chain = chain_from(outermost);
    reduce->place = update->place;
    return !tree_has_concurrent(reduce->chain.body) || find_team_loop(reduce, update);
}

// Whether the place moves along the loop.
bool reduce_moves_along(const Reduce *reduce, const Loop *loop)
{
    Varying one = {.loops = {loop}, .count = 1}, all = path_varying(&reduce->path, 0);
    Expr *expanded = expand_definitions(reduce->arena, &all, (Expr *)reduce->place);
    return varying_mentions(&one, expanded) || varying_mentions(&one, reduce->place);
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
        if (reduce_moves_along(reduce, below.loops[i]->loop))
            return reduce_refuse(reduce, "its place moves along the loop");
    for (int i = 0; i < reduce->reduction->updates.count; i++) {
        const Stmt *update = reduction_find_update(reduce->team_loop->body, reduce->reduction, i);
        if (!update || !expr_equal(update->place, reduce->place))
            return reduce_refuse(reduce, "its statements are not in one loop body, or write its place differently");
    }
    if (chain_carries || !reduction_is_carried_by(reduce->reduction, loop) || reduce->team.extent[d] > 1 || extent < 1)
        return reduce_refuse(reduce, "loops around that one carry it, too");
    reduce->team.extent[d] = extent;
    reduce->team.member[d] = true;
    return true;
}

// Each bound loop either carries the reduction, or the place moves along it: both only where a loop is skewed by
// another.
static bool sort_chain(Reduce *reduce)
{
    bool any = false;
    for (int d = 0; d < 3; d++)
        reduce->team.extent[d] = 1;
    for (int i = 0; i < reduce->chain.count; i++) {
        const Loop *loop = reduce->chain.loops[i]->loop;
        reduce->carries[i] = reduction_is_carried_by(reduce->reduction, loop);
        if (reduce->carries[i] && !reduce->team_loop && reduce_moves_along(reduce, loop))
            return reduce_refuse(reduce, intern_printf("its place moves along the loop '%s', too", loop->name));
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
    return any || reduce_refuse(reduce, "no loop that carries it runs concurrently");
}

static bool find_region(Reduce *reduce)
{
    if (reduce->team_loop) {
        reduce->region = reduce->team_loop;
        return true;
    }
    reduce->region = reduce->chain.loops[reduce->chain.count - 1];
    reduce->lanes = reduce_find_lanes(reduce);
    bool below = false;
    for (int i = 0; i < reduce->path.count; i++) {
        const Stmt *loop = reduce->path.loops[i];
        if (below && !lanes_have(&reduce->lanes, loop->loop) && reduce_moves_along(reduce, loop->loop))
            reduce->region = loop;
        below = below || loop == reduce->chain.loops[reduce->chain.count - 1];
    }
    for (int i = 0; i < reduce->reduction->updates.count; i++) {
        const Stmt *update = reduction_find_update(reduce->region->body, reduce->reduction, i);
        if (!update || !expr_equal(update->place, reduce->place))
            return reduce_refuse(reduce, "its statements are not in one loop body, or write its place differently");
    }
    const Expr *place = reduce->place;
    const Stmt *body = reduce->region->body;
    if (place->kind == EX_SYMBOL ? tree_declares(body, place->symbol) : tree_declares_array(body, place->array))
        return reduce_refuse(
            reduce, intern_printf("its place is staged in '%s' inside of the loop: stage it later", place_name(place)));
    FOR_EACH(i, &reduce->state->nest->symbols) {
        const Symbol *symbol = reduce->state->nest->symbols.items[i];
        bool named = place->kind == EX_ACCESS && expr_mentions(place, symbol);
        if (named && (tree_declares(body, symbol) || tree_writes_symbol(body, symbol)))
            return reduce_refuse(reduce,
                                 intern_printf("its place is computed inside of the loop, from '%s'", symbol->name));
    }
    return true;
}

// All threads of the block must come to the combination together.
static bool is_uniform(Reduce *reduce)
{
    Path to;
    if (tree_leaves(reduce->region->body, ST_BREAK))
        return reduce_refuse(reduce, "a thread may leave its loop before the combination");
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
                return reduce_refuse(reduce, "threads of a block would combine different numbers of times");
    }
    return true;
}

bool reduce_has_blocks(const Reduce *reduce)
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

// Whether the source's loop uses an iterator of an outer loop whose serial part has moved inside: when it runs again,
// it is outside of that part.
static bool uses_inner_iterator(const Reduce *reduce)
{
    const Stmt *source =
        reduce->from && reduce->state->serial ? stmt_find_loop(reduce->state->serial, reduce->from) : NULL;
    bool inside = false, uses = false;
    for (int k = 0; source && k < reduce->path.count && !uses; k++) {
        const Loop *loop = reduce->path.loops[k]->loop;
        inside = inside || reduce->path.loops[k] == reduce->chain.loops[0];
        bool bound = binding_is_thread(loop->binding) || binding_is_block(loop->binding);
        if (inside && !bound && loop->origin && !stmt_find_loop(source, loop->origin))
            uses = tree_mentions(source, loop->defines ? loop->defines : loop->iterator);
    }
    return uses;
}

// Iterations are distinguished by the values of their iterators, which the threads of an argmin carry along.
static bool find_choice(Reduce *reduce)
{
    if (reduce->reduction->form != FORM_CHOICE)
        return true;
    if (!choose_find(reduce->state, reduce->region->body, reduce->reduction, &reduce->choice))
        return reduce_refuse(reduce, "its statements are not in one loop body, or write its place differently");
    const char *obstacle = choose_obstacle(&reduce->choice, reduce->region);
    return !obstacle || reduce_refuse(reduce, obstacle);
}

static bool is_supported(Reduce *reduce)
{
    const Reduction *reduction = reduce->reduction;
    bool in_chain = reduce->region == reduce->chain.loops[reduce->chain.count - 1];
    reduce->from = outermost_inside(reduce);
    const char *obstacle = ordered_applies(reduction) ? ordered_obstacle(reduce->state, reduction, reduce->from) : NULL;
    if (!obstacle && ordered_applies(reduction) && uses_inner_iterator(reduce))
        obstacle = "its loop cannot be run again to settle a tie of zeros: it needs an iterator of the loop around it";
    if (obstacle)
        return reduce_refuse(reduce, obstacle);
    if (reduce_has_blocks(reduce) && !in_chain)
        return reduce_refuse(reduce, "its place moves along a serial loop of the thread");
    for (int i = 0; !reduce->team_loop && i < reduce->chain.count; i++)
        if (!loop_is_normal(reduce->chain.loops[i]->loop) && (reduce->carries[i] || reduce_has_blocks(reduce)))
            return reduce_refuse(reduce, intern_printf("the loop '%s' does not count from 0: tile it first",
                                                       reduce->chain.loops[i]->loop->name));
    for (int i = 0; i < reduce->chain.count; i++)
        if (!reduce->carries[i] && reduce_begins_by_carried(reduce, reduce->chain.loops[i]->loop))
            return reduce_refuse(reduce, intern_printf("the loop '%s' begins at another place in each of its parts",
                                                       reduce->chain.loops[i]->loop->name));
    return true;
}

// ---- the accumulator

// Other elements of the array are not touched: analysis knows that they are not places of the loops.
static Expr *use_part(void *context, Expr *expr)
{
    const Reduce *reduce = context;
    if (!expr_equal(expr, reduce->place))
        return expr;
    return reduce->lanes.count ? reduce_held(reduce, reduce->held)
                               : expr_symbol(reduce->arena, reduce->parts.symbols[0]);
}

static const char *name_with(const Expr *place, const char *suffix)
{
    return intern_printf("%s_%s", place_name(place), suffix);
}

static Parts make_parts(Reduce *reduce)
{
    if (reduce->reduction->form == FORM_CHOICE)
        return choose_parts(reduce->state, reduce->reduction, &reduce->choice);
    const char *seen = reduce->watches ? name_with(reduce->place, "seen") : NULL;
    return parts_of_value(reduce->state, reduce->reduction, name_with(reduce->place, "part"), seen);
}

static Stmt *accumulate(Reduce *reduce)
{
    if (reduce->reduction->form == FORM_CHOICE)
        return choose_accumulate(reduce->state, &reduce->parts, reduce->region->body, NULL, NULL);
    Stmt *body = reduction_wrapping(reduce->arena, reduce->reduction, reduce->region->body);
    if (reduce->watches) {
        body = ordered_watch(reduce->state, reduce->reduction, body, reduce->parts.seen);
        if (!body)
            return reduce_refuse(reduce, "its updates cannot be watched in this form");
    }
    return stmt_rewrite(reduce->arena, body, NULL, use_part, reduce);
}

// ---- the result of a block

// The first thread that carries the reduction, in terms of the loops' iterators: if it has no iteration, no thread has.
static Expr *first_iteration(const Reduce *reduce)
{
    Expr *condition = NULL;
    for (int i = 0; i < reduce->chain.count; i++) {
        const Loop *loop = reduce->chain.loops[i]->loop;
        if (reduce->carries[i] && binding_is_thread(loop->binding))
            condition = expr_both(reduce->arena, condition,
                                  expr_binary(reduce->arena, OP_EQ, expr_symbol(reduce->arena, loop->iterator),
                                              expr_index(reduce->arena, 0), type_scalar(TY_I64)));
    }
    return condition;
}

Stmt *reduce_finish(const Reduce *reduce, const Parts *values)
{
    Arena *arena = reduce->arena;
    Expr *place = (Expr *)reduce->place, *value = expr_symbol(arena, values->symbols[0]);
    if (reduce->reduction->form == FORM_CHOICE)
        return choose_finish(reduce->state, &reduce->parts, values, &reduce->choice);
    if (values->seen)
        return ordered_update(reduce->state, reduce->reduction, place, value, values->seen, reduce->from);
    if (!reduce->first)
        return reduction_update(arena, reduce->reduction, place, value);
    return stmt_assign(arena, place, OP_NONE,
                       expr_cast(arena, place->type, reduction_combine(arena, reduce->reduction, reduce->first, value)),
                       NULL);
}

// ---- all together

// part = identity; body; combined; partial = part, or place op= part
static Stmt *with_one_place(const Reduce *reduce, Stmt *body, const Partials *partials)
{
    Arena *arena = reduce->arena;
    Expr *condition = expr_both(arena, team_is_first(arena, &reduce->team), reduce_place_exists(reduce));
    Stmt *items[] = {
        parts_declare(arena, &reduce->parts),
        body,
        team_combine(reduce->state, &reduce->team, &reduce->parts, reduce->style),
        partials->arrays[0]
            ? for_all_threads(arena, reduce_conditionally(arena, condition, partials_store(reduce, partials)))
            : reduce_conditionally(arena, first_iteration(reduce), reduce_finish(reduce, &reduce->parts)),
    };
    return stmt_block(arena, items, 4);
}

static Stmt *with_lanes(const Reduce *reduce, Stmt *body, const Partials *partials)
{
    Stmt *end = partials->arrays[0] ? partials_store(reduce, partials) : reduce_finish(reduce, &reduce->parts);
    return reduce_around_lanes(reduce, &reduce->parts, reduce->held, body, end);
}

static Stmt *take_apart(Reduce *reduce, Stmt *root)
{
    Arena *arena = reduce->arena;
    Partials partials = {0};
    reduce->parts = make_parts(reduce);
    if (reduce->lanes.count && reduce->parts.count > 1)
        return reduce_refuse(reduce, "its place moves along a serial loop of the thread");
    if (reduce->lanes.count)
        reduce->held = reduce_hold(reduce, &reduce->parts);
    if (!partials_make(reduce, &partials))
        return NULL;
    Stmt *body = accumulate(reduce);
    if (!body)
        return NULL;
    Stmt *made = reduce->lanes.count ? with_lanes(reduce, body, &partials) : with_one_place(reduce, body, &partials);
    bool apart = partials.arrays[0] && partials_have_kernel(reduce);
    Stmt *items[] = {made, partials.arrays[0] && !apart ? partials_finish(reduce, &partials) : NULL};
    Stmt *region = stmt_loop(arena, reduce->region->loop, stmt_block(arena, items, 2));
    region->loc = reduce->region->loc;
    root = tree_replace(arena, root, reduce->region, region);
    if (!apart)
        return root;
    Stmt *chain = (Stmt *)stmt_find_loop(root, reduce->chain.loops[0]->loop->id);
    Stmt *kernels[] = {chain, partials_kernel(reduce, &partials)};
    return tree_replace(arena, root, chain, stmt_block(arena, kernels, 2));
}

// part = identity; for worker [thread.x] { .. part op= e }; combined; place op= part
static Stmt *take_apart_in_team(Reduce *reduce, Stmt *root)
{
    Arena *arena = reduce->arena;
    reduce->parts = make_parts(reduce);
    Stmt *body = accumulate(reduce);
    if (!body)
        return NULL;
    Stmt *loop = stmt_loop(arena, reduce->team_loop->loop, body);
    loop->loc = reduce->team_loop->loc;
    Stmt *items[] = {
        parts_declare(arena, &reduce->parts),
        loop,
        team_combine(reduce->state, &reduce->team, &reduce->parts, reduce->style),
        team_broadcast(reduce->state, &reduce->team, &reduce->parts, reduce->style),
        reduce_finish(reduce, &reduce->parts),
    };
    return tree_replace(arena, root, reduce->team_loop, stmt_block(arena, items, 5));
}

static const char reordered[] =
    "the order decides which of equal values counts, and loops around it or parts of its loop change it";

const char reduce_elsewhere[] = "another loop with its statement runs concurrently, too";

Stmt *reduce(Candidate *state, Stmt *root, int index, ReduceStyle style)
{
    Reduce reduce = {.state = state,
                     .arena = state->arena,
                     .root = root,
                     .style = style,
                     .reduction = &state->facts->reductions.items[index]};
    if (style == REDUCE_SEQUENTIAL)
        return root;
    if (reduce.reduction->kind == REDUCTION_BY_KEY)
        return reduce_by_key(state, root, reduce.reduction);
    if (!find_chain(&reduce, root) || !sort_chain(&reduce) || !find_region(&reduce) || !is_uniform(&reduce) ||
        !find_choice(&reduce) || !is_supported(&reduce))
        return NULL;
    if (reduce_runs_elsewhere(state, root, reduce.team_loop ? reduce.team_loop : reduce.region, reduce.reduction))
        return reduce_refuse(&reduce, reduce_elsewhere);
    if (is_used_by_others(&reduce))
        return reduce_refuse(&reduce, "other statements of its loop use the place, too");
    bool chooses = reduce.reduction->form == FORM_CHOICE;
    CombinedLoop combined = {.reduction = index, .loop = reduce.region->loop->id};
    if (ordered_decides(reduce.reduction) && combined_violation(state, root, index, combined.loop))
        return reduce_refuse(&reduce, reordered);
    bool exist = !reduce_ends_by_carried(&reduce);
    root = exist ? reduce_take_first(&reduce, root) : root;
    reduce.watches = !chooses && (ordered_applies(reduce.reduction) ||
                                  (!reduce.first && !reduce.is_set && reduce_may_leave_alone(&reduce)));
    Stmt *made = reduce.team_loop ? take_apart_in_team(&reduce, root) : take_apart(&reduce, root);
    if (made)
        state->relaxed = numbers_with(state->arena, state->relaxed, index);
    combined.watched = reduce.watches;
    if (made && ordered_decides(reduce.reduction))
        VECTOR_PUSH(state->arena, &state->combined, combined);
    return made;
}
