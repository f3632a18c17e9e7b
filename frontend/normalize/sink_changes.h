// Equal changes of a variable in both branches of an if.
#ifndef CURESTRUCT_FRONTEND_SINK_CHANGES_H
#define CURESTRUCT_FRONTEND_SINK_CHANGES_H

#include "ir/ir.h"

// if (c) { a[k] = x; k += 1; } else { a[k] = y; k += 1; }   ->   if (c) { a[k] = x; } else { a[k] = y; }  k += 1;
//
// So that the change is one of each iteration, which `induction` has a closed form of. In a branch, the variable
// becomes itself plus what has been added. Requirements: the changes stand at the top of both branches and add up to
// the same amount, which neither branch changes, and no jump leaves a branch.
// A condition that is the same in all iterations may choose among amounts: if (c) k += 2;   ->   k += c ? 2 : 0;
Stmt *sink_changes(Nest *nest, Stmt *body);

// The same of one if, for `induction`: what a loop in a branch changes is one change there once the loop has a closed
// form. Other statements are returned as they are.
Stmt *sink_changes_of(Nest *nest, Stmt *stmt);

#endif
