#include "transform/tree.h"

bool reduce_is_concurrent(Restructuring *state, const Stmt *root, int index)
{
    (void)state;
    (void)root;
    (void)index;
    return false;
}

Stmt *reduce(Restructuring *state, Stmt *root, int reduction, ReduceStyle style)
{
    (void)root;
    (void)style;
    (void)reduction;
    diag_refuse(state->diag, state->nest->loc, "reduce refused: not yet");
    return NULL;
}
