// Updates through temporary variables.
#ifndef CURESTRUCT_FRONTEND_FORWARD_UPDATES_H
#define CURESTRUCT_FRONTEND_FORWARD_UPDATES_H

#include "ir/ir.h"

// float t = s + x[i]; s = t;   ->   s = s + x[i];         s = plus(s, x[i]);   ->   s = s + x[i];
//
// So that it is seen as an update, which a reduction may be. Requirements for a temporary: nothing uses it after the
// nest, its value is set in the block of the update, that is its only use (of a copy of s, all uses are there), and
// nothing between the two changes what the value is made of. The function has to be one `return`. Nothing is changed
// unless that leads from a place to the same place.
//
// d = x[i] - m; m += d / n; v += d * (x[i] - m);   ->   d = x[i] - m; m += (x[i] - m) / n; v += d * (x[i] - m);
//
// A temporary of an update that is used elsewhere, too, stays, and the update computes its value once more.
Stmt *forward_updates(Nest *nest, Stmt *body);

#endif
