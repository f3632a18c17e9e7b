// Scalars that a statement uses before it assigns to them.
#ifndef CURESTRUCT_TRANSFORM_TREE_UPWARD_EXPOSED_H
#define CURESTRUCT_TRANSFORM_TREE_UPWARD_EXPOSED_H

#include "ir/mentions.h"

// How a statement begins with a scalar.
typedef enum FirstUse {
    FIRST_NONE,     // not mentioned
    FIRST_ASSIGNED, // assigned before any use, on every way
    FIRST_MAYBE,    // assigned before any use, but not on every path: in a branch, or in a loop that may not run at all
    FIRST_USED,     // used, or it is not known
} FirstUse;
FirstUse tree_first_use(const Mentions *mentions, const Stmt *root, const Symbol *symbol); // mentions may be NULL
bool tree_assigns_first(const Stmt *root, const Symbol *symbol);                           // FIRST_ASSIGNED

#endif
