// memset and memcpy as loops of assignments.
#ifndef CURESTRUCT_FRONTEND_CLANG_MEMORY_H
#define CURESTRUCT_FRONTEND_CLANG_MEMORY_H

#include "frontend/clang/state.h"

bool is_memory_call(CXCursor call); // memset and memcpy, as statements
bool read_memory_call(Reader *reader, CXCursor call);

// malloc and calloc of memory that an iteration of the nest has for itself. False: refused.
bool is_allocation(CXCursor call);
bool read_allocation(Reader *reader, CXCursor call, CXType pointer, Reference *reference);
// *is_free: it calls free, which is right for such memory alone. False: refused.
bool read_free(Reader *reader, CXCursor call, bool *is_free);

#endif
