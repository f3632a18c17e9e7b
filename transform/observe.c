// Passes inside of restructure, shown to the observer.
#include "transform/observe.h"

Stmt *observe_pass(const Candidate *state, const char *pass, Stmt *tree)
{
    if (state->observer && tree)
        state->observer(state->observer_context, pass, tree);
    return tree;
}
