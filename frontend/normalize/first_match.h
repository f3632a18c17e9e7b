// Searches that take the first match.
#ifndef CURESTRUCT_FRONTEND_FIRST_MATCH_H
#define CURESTRUCT_FRONTEND_FIRST_MATCH_H

#include "ir/ir.h"

// A loop whose only effect is that of the first iteration in which a condition holds becomes a loop that runs backwards
// and takes the last one. Other statements stay as they are. The loop begins the nest: `entries` gives the values of
// variables before it.
Stmt *reverse_first_match(Arena *arena, Stmt *stmt, const FinalValue *entries, int nentry);

#endif
