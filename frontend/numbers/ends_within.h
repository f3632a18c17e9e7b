// Bounds of loops whose iterators are narrow.
#ifndef CURESTRUCT_FRONTEND_NUMBERS_ENDS_WITHIN_H
#define CURESTRUCT_FRONTEND_NUMBERS_ENDS_WITHIN_H

#include "ir/ir.h"

// An iterator of this type that counts up to `bound` by 1, or down to it, exclusively: whether it can hold the value
// that ends the loop, whatever the data are, so that it never wraps around.
bool ends_within(const Expr *bound, const Type *type, bool up);

#endif
