// Tables of rows, and tables of those, `float ***`.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_POINTER_TABLES_H
#define CURESTRUCT_FRONTEND_DATAFLOW_POINTER_TABLES_H

#include "frontend/clang/state.h"

// Whether the nest itself chooses which table of rows `deep[k]` is: it is then one array with three subscripts. It is
// also one if a subscript elsewhere in the nest is of this kind.
bool pointer_table_varies(Reader *reader, CXCursor expr);

// Whether the pointer to a row is p[1], and the nest has nothing of `p` but such rows, each by its number: the host
// finds the pointers, and each row is an array of its own.
bool rows_have_numbers(Reader *reader, CXCursor expr);

// Of deep[k] and deep[k][j]: what is declared as the outermost pointer; null for others.
CXCursor table_of_pointers(Reader *reader, CXCursor expr);

#endif
