#include "transform/tree/tree.h"

static Stmt *refuse(Restructuring *state, const Stmt *outer, const Stmt *inner, const char *reason)
{
    diag_refuse(state->diag, outer->loc, "interchange %s %s refused: %s", outer->loop->name, inner->loop->name, reason);
    return NULL;
}

// Whether the bounds of `inner` change along `outer`.
static bool depends_on(const Loop *inner, const Loop *outer)
{
    Varying along = {.loops = {outer}, .count = 1};
    return varying_mentions(&along, inner->lower) || varying_mentions(&along, inner->upper) ||
           varying_mentions(&along, inner->step);
}

Stmt *interchange(Restructuring *state, Stmt *root, LoopId outer_id, LoopId inner_id)
{
    const Stmt *outer = stmt_find_loop(root, outer_id), *inner = stmt_find_loop(root, inner_id);
    if (only_loop(outer->body) != inner)
        return refuse(state, outer, inner, "the second loop is not all of the first one's body");
    if (outer->loop->origin == inner->loop->origin)
        return refuse(state, outer, inner, "both are parts of one loop");
    if (depends_on(inner->loop, outer->loop))
        return refuse(state, outer, inner, "the bounds of the second loop depend on the first");
    if (tree_leaves(inner->body, ST_BREAK))
        return refuse(state, outer, inner, "a 'break' leaves the second loop");
    if (inner->loop->alternates == outer->loop->iterator)
        return refuse(state, outer, inner, "the second loop alternates with the first");
    Stmt *below = stmt_loop(state->arena, outer->loop, inner->body);
    below->loc = outer->loc;
    Stmt *above = stmt_loop(state->arena, inner->loop, below);
    above->loc = inner->loc;
    return tree_replace(state->arena, root, outer, above);
}
