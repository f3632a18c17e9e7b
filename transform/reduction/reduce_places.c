// Which places a reduction has, and whether each of them is reached (contract in reduce_places.h).
#include "transform/reduction/reduce_places.h"

#include "transform/reduction/operator.h"
#include "transform/tree/query.h"

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
    return lanes_have(&reduce->lanes, loop);
}

// Follows the loops that run whenever the thread has an iteration: blocks, and the other parts of tiled loops.
static bool look_for_sure_update(void *context, const Stmt *stmt)
{
    Reached *reached = context;
    if (stmt->kind == ST_LOOP)
        return is_part_of_chain(reached->reduce, stmt->loop);
    reached->surely = reached->surely || reduction_is_update(reached->reduce->reduction, stmt);
    return stmt->kind == ST_BLOCK;
}

// Whether the loop runs the same way for every place: its bounds mention only parts of its own origin.
static bool runs_alike(const Reduce *reduce, const Loop *loop)
{
    Varying all = path_varying(&reduce->path, 0), others = {0};
    for (int i = 0; i < all.count; i++)
        if (all.loops[i]->origin != loop->origin)
            others.loops[others.count++] = all.loops[i];
    Expr *bounds[] = {loop->lower, loop->upper, loop->step};
    for (int i = 0; i < 3; i++)
        if (varying_mentions(&others, expand_definitions(reduce->arena, &all, bounds[i])))
            return false;
    return true;
}

bool reduce_places_are_alike(const Reduce *reduce)
{
    for (int i = 0; i < reduce->path.count; i++)
        if (reduction_is_carried_by(reduce->reduction, reduce->path.loops[i]->loop) &&
            !runs_alike(reduce, reduce->path.loops[i]->loop))
            return false;
    return true;
}

// Blocks are launched if the loops whose parts they are have iterations: whether these are all loops that carry the
// reduction.
static bool blocks_tell(const Reduce *reduce)
{
    for (int i = 0; i < reduce->chain.count; i++) {
        bool told = !reduce->carries[i];
        for (int k = 0; k < reduce->chain.count && !told; k++)
            told = reduce->carries[k] && binding_is_block(reduce->chain.loops[k]->loop->binding) &&
                   reduce->chain.loops[k]->loop->origin == reduce->chain.loops[i]->loop->origin;
        if (!told)
            return false;
    }
    return true;
}

// A scalar that the iterations of a concurrent loop share, although the loop does not carry the reduction: at most one
// of them has updates.
static bool is_shared_scalar(const Reduce *reduce)
{
    bool others = false;
    for (int i = 0; i < reduce->chain.count; i++)
        others = others || !reduce->carries[i];
    return others && !tree_declares(reduce->chain.body, reduce->place->symbol);
}

static Varying carrying_loops(const Reduce *reduce)
{
    Varying carrying = {0};
    for (int i = 0; i < reduce->chain.count; i++)
        if (reduce->carries[i])
            carrying.loops[carrying.count++] = reduce->chain.loops[i]->loop;
    return carrying;
}

static Expr *end_by_loops(const Reduce *reduce, const Loop *loop)
{
    Varying chain = chain_varying(&reduce->chain);
    return expand_definitions(reduce->arena, &chain, loop->upper);
}

bool reduce_ends_by_carried(const Reduce *reduce)
{
    Varying carrying = carrying_loops(reduce);
    for (int i = 0; i < reduce->chain.count; i++)
        if (!reduce->carries[i] && varying_mentions(&carrying, end_by_loops(reduce, reduce->chain.loops[i]->loop)))
            return true;
    return false;
}

bool reduce_may_leave_alone(const Reduce *reduce)
{
    if (reduce->place->kind != EX_ACCESS && !is_shared_scalar(reduce))
        return false;
    Reached reached = {reduce, false};
    stmt_walk(reduce->region->body, look_for_sure_update, &reached);
    return !reached.surely || reduce->team_loop || reduce_ends_by_carried(reduce) ||
           (reduce_has_blocks(reduce) && !(reduce_places_are_alike(reduce) && blocks_tell(reduce)));
}

// ---- where they end

// The end of a loop along which the place moves: in a triangle that of the longest row, since blocks whose own rows end
// before the place still take part in its sum.
static Expr *end_of_places(const Reduce *reduce, const Loop *loop)
{
    Varying carrying = carrying_loops(reduce);
    Expr *end = end_by_loops(reduce, loop);
    Expr *last = varying_mentions(&carrying, end) ? expr_largest(reduce->arena, &carrying, end) : NULL;
    return last ? last : loop->upper;
}

Expr *reduce_place_exists(const Reduce *reduce)
{
    Expr *condition = NULL;
    for (int i = 0; i < reduce->chain.count; i++) {
        const Loop *loop = reduce->chain.loops[i]->loop;
        bool down = loop->step_sign < 0;
        Expr *iterator = expr_symbol(reduce->arena, loop->iterator), *end = end_of_places(reduce, loop);
        if (!reduce->carries[i])
            condition = expr_both(reduce->arena, condition,
                                  linear_less(reduce->arena, down ? end : iterator, down ? iterator : end));
    }
    return condition;
}
