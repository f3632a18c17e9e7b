#include "transform/tree.h"

Stmt *distribute(Restructuring *state, Stmt *root, LoopId loop, int first_moved)
{
    (void)first_moved;
    const Stmt *stmt = stmt_find_loop(root, loop);
    diag_refuse(state->diag, stmt->loc, "distribute %s refused: not yet", stmt->loop->name);
    return NULL;
}
