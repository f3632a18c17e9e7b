// Searches that take the first match.
#ifndef CURESTRUCT_FRONTEND_FIRST_MATCH_H
#define CURESTRUCT_FRONTEND_FIRST_MATCH_H

#include "ir/ir.h"

// A loop whose only effect is that of the first iteration in which a condition holds, as one that runs backwards and
// takes the last; another statement as it is. It begins the nest: `entries` says what variables hold in front of it.
Stmt *reverse_first_match(Arena *arena, Stmt *stmt, const FinalValue *entries, int nentry);

#endif
