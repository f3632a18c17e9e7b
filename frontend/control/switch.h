// Switch statements as chains of ifs.
#ifndef CURESTRUCT_FRONTEND_CONTROL_SWITCH_H
#define CURESTRUCT_FRONTEND_CONTROL_SWITCH_H

#include "frontend/clang/state.h"

bool read_switch(Reader *reader, CXCursor stmt);

#endif
