// Reductions in which a thread has several places: a short loop inside of the accumulating one moves the place
// (contract in reduce.h).
#include "transform/reduction/exact_minmax.h"
#include "transform/reduction/reduce_places.h"

enum { MOST_LANES = 64, MOST_SHARED = 1 << 15 };

bool lanes_have(const Lanes *lanes, const Loop *loop)
{
    for (int i = 0; i < lanes->count; i++)
        if (lanes->loops[i] == loop)
            return true;
    return false;
}

// Below the bound loops, of constant length; the place moves along it.
static bool is_lane(const Reduce *reduce, const Loop *loop, int64_t count)
{
    Varying all = path_varying(&reduce->path, 0);
    Expr *end = expand_definitions(reduce->arena, &all, loop->upper);
    for (int i = 0; i < reduce->path.count; i++) {
        const Loop *other = reduce->path.loops[i]->loop;
        if (reduction_is_carried_by(reduce->reduction, other) && expr_mentions(end, other->iterator))
            return false; // after that loop it is tested which lanes exist
    }
    return count > 1 && count <= MOST_LANES && loop_is_normal(loop) && reduce_moves_along(reduce, loop);
}

static bool fits_shared(const Reduce *reduce, int64_t lanes)
{
    const Type *type = reduce->place->type;
    return lanes * team_lane_parts(&reduce->team, type) * team_count(&reduce->team) * type->size <= MOST_SHARED;
}

Lanes reduce_find_lanes(const Reduce *reduce)
{
    Lanes lanes = {0}, none = {0};
    const Path *path = &reduce->path;
    const Loop *innermost = reduce->chain.loops[reduce->chain.count - 1]->loop;
    bool below = false, carried = false;
    for (int i = 0; i < path->count; i++) {
        const Loop *loop = path->loops[i]->loop;
        if (below && reduce_moves_along(reduce, loop)) {
            int64_t count = loop_constant_extent(reduce->arena, reduce->root, loop->id);
            if (!carried || !is_lane(reduce, loop, count))
                return none;
            lanes.extents[lanes.count] = count;
            lanes.loops[lanes.count++] = loop;
        }
        carried = carried || (below && reduction_is_carried_by(reduce->reduction, loop));
        below = below || loop == innermost;
    }
    bool fits = lanes.count && lanes_total(&lanes) <= MOST_LANES && fits_shared(reduce, lanes_total(&lanes));
    return fits && reduce->reduction->form != FORM_CHOICE && !ordered_applies(reduce->reduction) ? lanes : none;
}

const Array *reduce_hold(const Reduce *reduce, const Parts *parts)
{
    Expr *extent[] = {expr_index(reduce->arena, lanes_total(&reduce->lanes))};
    return nest_array(reduce->state->nest, intern_printf("%s_held", parts->symbols[0]->name), parts->symbols[0]->type,
                      SPACE_REGISTER, extent, 1);
}

Expr *reduce_held(const Reduce *reduce, const Array *held)
{
    Expr *subscripts[] = {lanes_index(reduce->arena, &reduce->lanes)};
    return expr_access(reduce->arena, held, subscripts);
}

Stmt *reduce_each_lane(const Reduce *reduce, Stmt *body)
{
    return lanes_unrolled(reduce->state, &reduce->lanes, body);
}

Expr *reduce_lane_exists(const Reduce *reduce)
{
    Expr *exists = NULL;
    for (int i = 0; i < reduce->lanes.count; i++) {
        const Loop *loop = reduce->lanes.loops[i];
        exists = expr_both(reduce->arena, exists,
                           linear_less(reduce->arena, expr_symbol(reduce->arena, loop->iterator), loop->upper));
    }
    return exists;
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
    Stmt *use = reduce_conditionally(reduce->arena, is_reached(reduce), end);
    Stmt *items[] = {declare_held(reduce, parts, held), body,
                     team_combine_lanes(reduce->state, &reduce->team, parts, held, &reduce->lanes, use)};
    return stmt_block(reduce->arena, items, 3);
}
