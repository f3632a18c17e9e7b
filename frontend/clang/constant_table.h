// Constant tables, whose elements analysis may look up.
#ifndef CURESTRUCT_FRONTEND_CLANG_CONSTANT_TABLE_H
#define CURESTRUCT_FRONTEND_CLANG_CONSTANT_TABLE_H

#include "frontend/clang/state.h"

const int64_t *constant_table(Reader *reader, CXCursor decl, const Array *array); // NULL: it is none

// A pointer to a static copy of the table, as C text that is valid anywhere: for tables whose names the file does not
// know where the nest is. NULL: it is no array of constant numbers.
const char *constant_table_text(Reader *reader, CXCursor decl);

#endif
