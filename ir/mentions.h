// Which parts of a tree mention which scalars, for questions about many scalars of one tree.
#ifndef CURESTRUCT_IR_MENTIONS_H
#define CURESTRUCT_IR_MENTIONS_H

#include "ir/ir.h"

typedef struct Mentions Mentions;

Mentions *mentions_of(Arena *arena, const Stmt *root);
// The statement is one of the tree. mentions NULL: by a walk over the statement.
bool mentions_have(const Mentions *mentions, const Stmt *stmt, const Symbol *symbol);

#endif
