// A loop once more.
#ifndef CURESTRUCT_FRONTEND_LOOP_COPY_H
#define CURESTRUCT_FRONTEND_LOOP_COPY_H

#include "ir/ir.h"

// The same loop with iterators, locals, names and numbers of its own, so that both may stand in the nest, whose
// statements are `all`. It has no place in the source. NULL: it declares arrays.
Stmt *loop_copy(Nest *nest, const Stmt *all, const Stmt *loop);

#endif
