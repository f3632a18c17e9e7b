// Reductions in which a thread has several places: a short loop inside of the accumulating one moves the place
// (contract in reduce.h).
#include "transform/reduction/exact_minmax.h"
#include "transform/reduction/reduce.h"

enum { MOST_LANES = 16 };

const Stmt *reduce_find_lanes(const Reduce *reduce)
{
    const Stmt *lanes = reduce->path.loops[reduce->path.count - 1],
               *innermost = reduce->chain.loops[reduce->chain.count - 1];
    bool below = false, carried = false;
    Varying all = path_varying(&reduce->path, 0);
    Expr *end = expand_definitions(reduce->arena, &all, lanes->loop->upper);
    for (int i = 0; i + 1 < reduce->path.count; i++) {
        const Stmt *loop = reduce->path.loops[i];
        if (reduction_is_carried_by(reduce->reduction, loop->loop) && expr_mentions(end, loop->loop->iterator))
            return NULL; // after that loop it is tested which lanes exist
        if (below && reduce_moves_along(reduce, loop->loop))
            return NULL;
        carried = carried || (below && reduction_is_carried_by(reduce->reduction, loop->loop));
        below = below || loop == innermost;
    }
    int64_t count = loop_constant_extent(reduce->arena, reduce->root, lanes->loop->id);
    bool fits = below && carried && reduce_moves_along(reduce, lanes->loop) && loop_is_normal(lanes->loop) &&
                count > 1 && count <= MOST_LANES;
    return fits && reduce->reduction->form != FORM_CHOICE && !ordered_applies(reduce->reduction) ? lanes : NULL;
}

int64_t reduce_lane_count(const Reduce *reduce)
{
    return loop_constant_extent(reduce->arena, reduce->root, reduce->lanes->loop->id);
}

const Array *reduce_hold(const Reduce *reduce, const Parts *parts)
{
    Expr *extent[] = {expr_index(reduce->arena, reduce_lane_count(reduce))};
    return nest_array(reduce->state->nest, intern_printf("%s_held", parts->symbols[0]->name), parts->symbols[0]->type,
                      SPACE_REGISTER, extent, 1);
}

Expr *reduce_held(const Reduce *reduce, const Array *held)
{
    Expr *subscripts[] = {expr_symbol(reduce->arena, reduce->lanes->loop->iterator)};
    return expr_access(reduce->arena, held, subscripts);
}

Stmt *reduce_each_lane(const Reduce *reduce, Stmt *body)
{
    Loop each = *reduce->lanes->loop;
    each.id = nest_loop_id(reduce->state->nest);
    each.upper = expr_index(reduce->arena, reduce_lane_count(reduce));
    each.binding = BIND_UNROLL;
    each.limit = 0;
    each.copies = 0;
    each.ahead = false;
    return stmt_loop(reduce->arena, &each, body);
}

Expr *reduce_lane_exists(const Reduce *reduce)
{
    const Loop *lanes = reduce->lanes->loop;
    return linear_less(reduce->arena, expr_symbol(reduce->arena, lanes->iterator), lanes->upper);
}

static Stmt *declare_held(const Reduce *reduce, const Parts *parts, const Array *held)
{
    Arena *arena = reduce->arena;
    Stmt *items[] = {
        stmt_declare_array(arena, (Array *)held),
        reduce_each_lane(reduce, stmt_assign(arena, reduce_held(reduce, held), OP_NONE, parts->identities[0], NULL)),
    };
    return for_all_threads(arena, stmt_block(arena, items, 2));
}

// That the place exists, and that its loops have iterations at all.
static Expr *is_reached(const Reduce *reduce)
{
    Arena *arena = reduce->arena;
    Expr *condition = reduce_place_exists(reduce);
    for (int i = 0; i < reduce->chain.count && !reduce_has_blocks(reduce); i++)
        if (reduce->carries[i])
            condition = expr_both(arena, condition,
                                  linear_less(arena, expr_index(arena, 0), reduce->chain.loops[i]->loop->upper));
    return expr_both(arena, condition, reduce_lane_exists(reduce));
}

Stmt *reduce_around_lanes(const Reduce *reduce, const Parts *parts, const Array *held, Stmt *body, Stmt *end)
{
    Loop lanes = *reduce->lanes->loop;
    lanes.binding = BIND_SERIAL;
    lanes.limit = 0;
    lanes.copies = 0;
    lanes.ahead = false;
    lanes.upper = expr_index(reduce->arena, reduce_lane_count(reduce));
    Stmt *use = reduce_conditionally(reduce->arena, is_reached(reduce), end);
    Stmt *items[] = {declare_held(reduce, parts, held), body,
                     team_combine_lanes(reduce->state, &reduce->team, parts, held, &lanes, use)};
    return stmt_block(reduce->arena, items, 3);
}
