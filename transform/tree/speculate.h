// Statements that may run speculatively.
#ifndef CURESTRUCT_TRANSFORM_TREE_SPECULATE_H
#define CURESTRUCT_TRANSFORM_TREE_SPECULATE_H

#include "ir/ir.h"

// Whether the statement only computes what nobody stores, from registers and from tiles that are filled: cheaper to run
// in iterations beyond the end than to leave out. `iterator` (may be NULL): every place that it sets
// moves along.
bool is_harmless(const Stmt *body, const Symbol *iterator);

#endif
