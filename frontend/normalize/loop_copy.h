// A loop once more, and the names of such loops.
#ifndef CURESTRUCT_FRONTEND_LOOP_COPY_H
#define CURESTRUCT_FRONTEND_LOOP_COPY_H

#include "ir/ir.h"

// The same loop with iterators, locals, names and numbers of its own, so that both may stand in the nest, whose
// statements are `all`. It has no place in the source. NULL: it declares arrays.
Stmt *loop_copy(Nest *nest, const Stmt *all, const Stmt *loop);

// The name of one more loop like that of `all`, as in i, i#2, i#3; `others` have been named before and are not in
// `all`.
const char *loop_another_name(const Stmt *all, const char *name, int others);

#endif
