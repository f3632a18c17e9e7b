// Copies of a reduction by key that several threads update at a time: atomic operations on integers.
#ifndef CURESTRUCT_TRANSFORM_REDUCTION_HISTOGRAM_ATOMIC_H
#define CURESTRUCT_TRANSFORM_REDUCTION_HISTOGRAM_ATOMIC_H

#include "transform/transform.h"

// Whether all updates in the tree are sums, &, |, ^, minima or maxima of integers, in a form that an atomic operation
// has.
bool reduction_can_be_atomic(Arena *arena, const Reduction *reduction, const Stmt *tree);
const Type *atomic_type(const Type *type); // of a copy: there are no atomic operations on bytes and shorts

// `tree` that uses copies of that type, converted to the place's type, with assignments to the copies themselves.
Stmt *copies_assigned(Arena *arena, Stmt *tree);

// `tree` with atomic operations as updates. `places`: only where the first subscript, converted to its unsigned type,
// is less than this; NULL: always.
Stmt *atomic_updates(Arena *arena, const Reduction *reduction, Expr *places, Stmt *tree);

// Whether the statement is an assignment of an update, as it is in the source or a copy of that.
bool reduction_assigns(const Reduction *reduction, const Stmt *stmt);

// Whether the tree has no other effect than these updates: then it may run once for each range of the elements.
bool reduction_is_all(const Reduction *reduction, const Stmt *tree);

#endif
