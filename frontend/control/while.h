// Loops that do not count.
#ifndef CURESTRUCT_FRONTEND_CONTROL_WHILE_H
#define CURESTRUCT_FRONTEND_CONTROL_WHILE_H

#include "frontend/clang/state.h"

bool read_while(Reader *reader, CXCursor stmt);
bool read_do(Reader *reader, CXCursor stmt);

#endif
