// Elements of integer arrays that a nest counts by, as parameters.
#ifndef CURESTRUCT_FRONTEND_ELEMENTS_H
#define CURESTRUCT_FRONTEND_ELEMENTS_H

#include "ir/ir.h"

// for i in 1..dims[0] { a[i + offset[2]] = .. }   ->   for i in 1..dims_0 { a[i + offset_2] = .. }
//
// An element at a constant position of an array that the nest does not write, in a bound, a subscript or a condition,
// becomes a parameter: a SYM_PARAM whose `host` is the element. Only if the host names the array's memory itself, a
// variable's or a member's. A pointer may point to the device, or to nothing if no iteration runs.
Stmt *expand_elements(Nest *nest, Stmt *body);

#endif
