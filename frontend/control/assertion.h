// The C library's assert, and branches that are never taken.
#ifndef CURESTRUCT_FRONTEND_CONTROL_ASSERTION_H
#define CURESTRUCT_FRONTEND_CONTROL_ASSERTION_H

#include "frontend/clang/state.h"

bool is_assertion(Reader *reader, CXCursor expr); // what the macro assert makes
bool read_assertion(Reader *reader, CXCursor expr);

// The value of a condition that is always the same and has no effects: 0 or 1; -1: it is none.
int constant_condition(Reader *reader, CXCursor expr);
bool expression_has_effects(CXCursor expr);
bool is_left_out(CXCursor stmt); // of a branch that is never taken: no label in it is jumped to

#endif
