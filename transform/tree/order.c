// Which reductions and loops may be reordered.
#include "transform/tree/order.h"
#include "transform/tree/tree.h"

bool may_reassociate(const Candidate *state, const Reduction *reduction)
{
    return !(state->exact && reduction->reassociates);
}

NumberSet reorderable(const Candidate *state)
{
    NumberSet set = {0};
    FOR_EACH(i, &state->facts->reductions)
        if (may_reassociate(state, &state->facts->reductions.items[i]))
            set = numbers_with(state->arena, set, i);
    return set;
}

NumberSet exactly_reorderable(const Candidate *state)
{
    NumberSet set = {0};
    FOR_EACH(i, &state->facts->reductions) {
        const Reduction *reduction = &state->facts->reductions.items[i];
        if (type_is_integer(reduction->type) && (reduction->form == FORM_OPERATOR || reduction->form == FORM_FUNCTION))
            set = numbers_with(state->arena, set, i);
    }
    return set;
}

NumberSet reorderable_along(const Candidate *state, LoopId origin)
{
    NumberSet set = exactly_reorderable(state);
    FOR_EACH(i, &state->facts->reductions) {
        const Reduction *reduction = &state->facts->reductions.items[i];
        if (reduction_runs_along(reduction, origin) && may_reassociate(state, reduction))
            set = numbers_with(state->arena, set, i);
    }
    return set;
}

const Dependence *order_violation(const Candidate *state, const Stmt *tree, LoopId within, NumberSet relaxed)
{
    return tree_violation(state->facts, tree, within, relaxed, state->by_hand);
}

const Dependence *order_violation_exactly(const Candidate *state, const Stmt *tree, NumberSet relaxed)
{
    return tree_violation(state->facts, tree, 0, relaxed, true);
}

const Dependence *combined_violation(const Candidate *state, const Stmt *tree, int reduction, LoopId region)
{
    CombinedRegions regions = {.loops = region ? numbers_with(state->arena, (NumberSet){0}, region) : (NumberSet){0}};
    FOR_EACH(i, &state->combined) {
        const CombinedLoop *combined = &state->combined.items[i];
        if (combined->reduction != reduction)
            continue;
        regions.loops = numbers_with(state->arena, regions.loops, combined->loop);
        regions.watched = regions.watched || combined->watched;
    }
    return updates_violation(state->facts, tree, reduction, regions);
}

bool loop_runs_in_any_order(const Candidate *state, const Stmt *root, LoopId id)
{
    const Stmt *stmt = stmt_find_loop(root, id);
    Loop loop = *stmt->loop;
    loop.binding = BIND_LANE;
    const Stmt *tree =
        tree_replace(state->arena, (Stmt *)root, stmt, stmt_loop_for(state->arena, stmt, &loop, stmt->body));
    return !order_violation(state, tree, id, (NumberSet){0});
}

bool order_carries(const Dependence *dependence, LoopId loop)
{
    for (int l = 0; l < dependence->nloops; l++)
        if (dependence->loops[l] == loop)
            return dependence->direction[l] != DIRECTION_EQ;
        else if (!(dependence->direction[l] & DIRECTION_EQ))
            return false;
    return false;
}
