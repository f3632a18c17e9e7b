// Constant tables: arrays whose elements are known; and places in arrays that are.
#ifndef CURESTRUCT_IR_TABLE_H
#define CURESTRUCT_IR_TABLE_H

#include "ir/ir.h"

bool array_is_table(const Array *array);
Expr *table_element(Arena *arena, const Array *array, int64_t place); // a number of its type

// The number of the element in its array, row-major, if subscripts and extents are numbers; -1: they are not, or it
// lies beyond the array.
int64_t access_place(const Expr *access);

// The statements with the elements of tables whose subscripts are numbers in place of the accesses. An access beyond
// its table stays.
Stmt *stmt_look_up(Arena *arena, Stmt *root);

#endif
