// memset and memcpy as loops of assignments.
#ifndef CURESTRUCT_FRONTEND_CLANG_MEMORY_H
#define CURESTRUCT_FRONTEND_CLANG_MEMORY_H

#include "frontend/clang/state.h"

bool is_memory_call(CXCursor call); // memset and memcpy, as statements
bool read_memory_call(Reader *reader, CXCursor call);

#endif
