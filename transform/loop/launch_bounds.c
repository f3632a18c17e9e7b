#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

enum { MOST_BLOCKS = 32 };

Stmt *launch_bounds(Candidate *state, Stmt *root, LoopId id, int64_t blocks)
{
    const Stmt *stmt = stmt_find_loop(root, id);
    if (!binding_is_block(stmt->loop->binding) || blocks > MOST_BLOCKS) {
        diag_refuse(state->diag, stmt->loc, "launch_bounds %s refused: %s", stmt->loop->name,
                    blocks > MOST_BLOCKS ? "an SM holds at most 32 blocks" : "the loop is not bound to blocks");
        return NULL;
    }
    Loop loop = *stmt->loop;
    loop.min_blocks = (int)blocks;
    Stmt *made = stmt_loop_for(state->arena, stmt, &loop, stmt->body);
    return tree_replace(state->arena, root, stmt, made);
}
