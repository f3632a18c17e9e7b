// Flags that say whether an iteration is the first one of its kind.
#ifndef CURESTRUCT_FRONTEND_FIRST_FLAG_H
#define CURESTRUCT_FRONTEND_FIRST_FLAG_H

#include "ir/ir.h"

// none = 1;  for i { if (c[i]) { if (none) { least = v; none = 0; } else least = v < least ? v : least; } }
// ->
// the iterations up to the first that clears the flag, as written; then  for i { if (c[i]) least = v < least ? v :
// least; }
//
// From there on the flag is known, so that the others may be a reduction. Requirements: the flag has a known value
// before the nest, one assignment of another number changes it, and that is in one branch of an `if` on the flag alone
// whose other branch has work: so the first time that it is asked, it changes.
Stmt *first_flag(Nest *nest, Stmt *body);

#endif
