// Constant tables, whose elements analysis may look up.
#ifndef CURESTRUCT_FRONTEND_CLANG_CONSTANT_TABLE_H
#define CURESTRUCT_FRONTEND_CLANG_CONSTANT_TABLE_H

#include "frontend/clang/state.h"

const int64_t *constant_table(Reader *reader, CXCursor decl, const Array *array); // NULL: it is none

#endif
