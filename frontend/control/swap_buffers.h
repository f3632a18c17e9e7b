// Pointers that change places.
#ifndef CURESTRUCT_FRONTEND_CONTROL_SWAP_BUFFERS_H
#define CURESTRUCT_FRONTEND_CONTROL_SWAP_BUFFERS_H

#include "frontend/clang/state.h"

// `tmp = a; a = b; b = tmp;` as one statement; returns the number of statements that it replaces, 0: it is something
// else.
int swap_buffers_read(Reader *reader, const CXCursor *stmts, int count);

// After the nest was read: no pointer may be a name for memory that has changed places meanwhile. Such a pointer is
// refused.
void swap_buffers_check(Reader *reader);

#endif
