#include "transform/tree.h"

Stmt *stage(Restructuring *state, Stmt *root, const Array *array, Space space, LoopId at, bool transpose, int pad)
{
    (void)space;
    (void)transpose;
    (void)pad;
    const Stmt *stmt = stmt_find_loop(root, at);
    diag_refuse(state->diag, stmt->loc, "stage %s refused: not yet", array->name);
    return NULL;
}
