// Shows the passes inside of restructure to who wants to see them.
#ifndef CURESTRUCT_TRANSFORM_OBSERVE_H
#define CURESTRUCT_TRANSFORM_OBSERVE_H

#include "transform/transform.h"

// Calls the observer, if there is one; `pass` is a name of the table of passes in curestruct.c. Returns the tree.
Stmt *observe_pass(const Candidate *state, const char *pass, Stmt *tree);

#endif
