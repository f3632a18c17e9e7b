// Memory that each iteration has for itself, as rows of one array.
#ifndef CURESTRUCT_FRONTEND_EXPAND_MEMORY_H
#define CURESTRUCT_FRONTEND_EXPAND_MEMORY_H

#include "ir/ir.h"

// An array that iterations get anew (Array.fresh_in) gets a dimension for the outermost loop around it, so that the
// iterations of this loop share nothing. The step `expand` gives it more of them where the planner wants it. An array
// is left alone if the host does not know the loop's bounds before the nest, or the loop does not count by fixed steps.
Stmt *expand_memory(Nest *nest, Stmt *body);

#endif
