// Wrap-around variables: they hold a value of the previous iteration.
#ifndef CURESTRUCT_FRONTEND_RECALL_H
#define CURESTRUCT_FRONTEND_RECALL_H

#include "ir/ir.h"

// for i { a[i] = b[i] + x; x = b[i]; }   ->   for i { float x_now = i == lo ? x : b[i - 1]; a[i] = b[i] + x_now; }
//
// Requirements for a variable of a loop at the top of the nest: each iteration reads it and then assigns it, exactly
// once. The nest does not mention it outside of the loop. The value is one of the iterator, of values that the loop
// does not change, of what the iteration has set before, and of other such variables (y = x; x = b[i]), and calls no
// function that reads or writes memory. The assignment stays if the variable is needed after it.
//
// for i { for j { s += a[i][j]; } b[i] = s; s = 0; }   ->   for i { float s_now = i == lo ? s : 0; for j { s_now += ...
//
// Requirements for a variable of loops at the top of the nest that hold nothing but one another: each iteration of the
// innermost one assigns it a constant last, and the nest does not mention it outside of that. Their bounds are values
// that the nest does not change.
Stmt *wraparound(Nest *nest, Stmt *body);

#endif
