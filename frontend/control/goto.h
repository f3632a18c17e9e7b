// Jumps forward as if and else.
#ifndef CURESTRUCT_FRONTEND_CONTROL_GOTO_H
#define CURESTRUCT_FRONTEND_CONTROL_GOTO_H

#include "frontend/clang/state.h"

bool has_labels(const CXCursor *stmts, int count); // of a block: then read_labelled reads it
bool read_labelled(Reader *reader, const CXCursor *stmts, int count);

#endif
