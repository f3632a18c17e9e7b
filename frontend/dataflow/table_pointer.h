// Pointers of the file into a table of the file: `unsigned char *clip = &clip_table[640];`.
#ifndef CURESTRUCT_FRONTEND_TABLE_POINTER_H
#define CURESTRUCT_FRONTEND_TABLE_POINTER_H

#include "frontend/clang/state.h"

// If nothing in the file changes the pointer, the nest accesses the table, whose extent is known. The launcher tests
// that the pointer is still what its declaration says, since other files may change it.
void table_pointer(Reader *reader, Variable *variable);

#endif
