// Elements of integer arrays that a nest counts by, as parameters.
#ifndef CURESTRUCT_FRONTEND_ELEMENTS_H
#define CURESTRUCT_FRONTEND_ELEMENTS_H

#include "frontend/normalize/host_elements.h"

// for i in 1..dims[0] { a[i + offset[k]] = .. }   ->   for i in 1..dims_0 { a[i + offset_k] = .. }
//
// An element of an array that the nest does not write, in a bound, a subscript or a condition, becomes a parameter: a
// SYM_PARAM whose `host` is the element. It is at a position that the nest does not change, and the host may read it
// before the nest: it is in the memory of a variable or a member, or the nest reads it for certain, or does so if the
// loops and conditions around it are passed (Symbol.host_guard): a pointer may point to nothing if no iteration runs.
// Not an element of an array that is `present` on the device. One of a constant table becomes a number.
Stmt *expand_elements(Nest *nest, Stmt *body);

// Whether the nest leaves the element as it is, and the host may read it before, if it is there.
bool element_is_known(const Nest *nest, const ChangedArrays *changed, const Expr *access);
// `guard`: Symbol.host_guard.
const Symbol *element_parameter(Nest *nest, const Expr *access, const char *host, const char *guard);

#endif
