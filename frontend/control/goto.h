// Jumps forward as if and else, and as variables that say that a loop was left.
#ifndef CURESTRUCT_FRONTEND_CONTROL_GOTO_H
#define CURESTRUCT_FRONTEND_CONTROL_GOTO_H

#include "frontend/clang/state.h"

bool has_labels(const CXCursor *stmts, int count); // of a block: then read_labelled reads it
bool read_labelled(Reader *reader, const CXCursor *stmts, int count);
bool has_goto(Reader *reader, CXCursor stmt);
bool read_escape(Reader *reader, CXCursor jump);       // a goto that leaves the loop of Frame.escape
bool escape_after_loop(Reader *reader, CXCursor loop); // which is around this one

#endif
