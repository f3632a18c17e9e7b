// Searches that take the first match.
#ifndef CURESTRUCT_FRONTEND_FIRST_MATCH_H
#define CURESTRUCT_FRONTEND_FIRST_MATCH_H

#include "ir/ir.h"

// A loop at the beginning of the nest whose only effect is that of the first iteration in which a condition holds
// becomes a loop that runs backwards and takes the last one. Nest.entries gives the values of variables before it.
Stmt *first_match(Nest *nest, Stmt *body);

#endif
