// Removes `continue`.
#ifndef CURESTRUCT_FRONTEND_CONTROL_CONTINUE_H
#define CURESTRUCT_FRONTEND_CONTROL_CONTINUE_H

#include "frontend/clang/state.h"

Stmt *continue_remove(Reader *reader, Stmt *body, CXCursor at); // ifs instead of continue
bool contains_jump(const Stmt *body, StmtKind kind);            // break or continue of this loop

#endif
