// Statements that may run speculatively.
#ifndef CURESTRUCT_TRANSFORM_TREE_SPECULATE_H
#define CURESTRUCT_TRANSFORM_TREE_SPECULATE_H

#include "ir/ir.h"

// Whether the statement may run speculatively: it only computes values that nothing stores, from registers and from
// filled tiles. It is cheaper to run it in iterations beyond the end than to guard it. `iterator` (may be NULL): every
// element that the statement sets moves along it.
bool is_harmless(const Stmt *body, const Symbol *iterator);

#endif
