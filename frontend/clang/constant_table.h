// Constant tables, whose elements analysis may look up.
#ifndef CURESTRUCT_FRONTEND_CLANG_CONSTANT_TABLE_H
#define CURESTRUCT_FRONTEND_CLANG_CONSTANT_TABLE_H

#include "frontend/clang/state.h"

void constant_table(Reader *reader, CXCursor decl, Array *array); // sets its elements, if it is one

// A pointer to a static copy of the table, as C text that is valid anywhere: for tables whose names the file does not
// know where the nest is. NULL: it is no array of constant numbers.
const char *constant_table_text(Reader *reader, CXCursor decl);

#endif
