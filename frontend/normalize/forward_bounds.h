// Forward substitution of variables that bound loops, or that say where the elements are that loops touch.
#ifndef CURESTRUCT_FRONTEND_FORWARD_BOUNDS_H
#define CURESTRUCT_FRONTEND_FORWARD_BOUNDS_H

#include "ir/ir.h"

// for j { last = m; for i in 0..last A }  ->  for j { for i in 0..m A }
//   In a loop, an integer is set to a value of parameters and iterators of loops around, and bounds a loop after that.
//   Or it is assigned a sum of these, and is in subscripts of such a loop.
//   So it is for what the iterator of a loop holds after the loop: for k in 0..m { .. } k = m;
//   Its value replaces it up to the next assignment. Assignments go if nothing reads the variable any more.
Stmt *forward_bounds(Nest *nest, Stmt *block);

#endif
