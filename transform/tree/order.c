// What may be put into another order.
#include "transform/tree/order.h"
#include "transform/tree/tree.h"

uint64_t reorderable(const Restructuring *state)
{
    uint64_t mask = 0;
    FOR_EACH(i, &state->facts->reductions)
    {
        const Reduction *reduction = &state->facts->reductions.items[i];
        if (i < 64 && !(state->exact && reduction->reassociates))
            mask |= UINT64_C(1) << i;
    }
    return mask;
}

const Dependence *order_violation(const Restructuring *state, const Stmt *tree, LoopId within, uint64_t relaxed)
{
    return tree_violation(state->facts, tree, within, relaxed, state->by_hand);
}

bool loop_runs_in_any_order(const Restructuring *state, const Stmt *root, LoopId id)
{
    const Stmt *stmt = stmt_find_loop(root, id);
    Loop loop = *stmt->loop;
    loop.binding = BIND_LANE;
    const Stmt *tree =
        tree_replace(state->arena, (Stmt *)root, stmt, stmt_loop_for(state->arena, stmt, &loop, stmt->body));
    return !order_violation(state, tree, id, 0);
}
