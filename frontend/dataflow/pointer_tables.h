// Tables of tables of rows, `float ***`.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_POINTER_TABLES_H
#define CURESTRUCT_FRONTEND_DATAFLOW_POINTER_TABLES_H

#include "frontend/clang/state.h"

// Whether the nest itself chooses which table of rows `deep[k]` is: it is then one array with three subscripts. It is
// also one if a subscript elsewhere in the nest is of this kind.
bool pointer_table_varies(Reader *reader, CXCursor expr);

// Of deep[k] and deep[k][j]: what is declared as the outermost pointer; null for others.
CXCursor table_of_pointers(Reader *reader, CXCursor expr);

#endif
