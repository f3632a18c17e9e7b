// Constant tables: arrays whose elements are known.
#ifndef CURESTRUCT_IR_TABLE_H
#define CURESTRUCT_IR_TABLE_H

#include "ir/ir.h"

bool array_is_table(const Array *array);
Expr *table_element(Arena *arena, const Array *array, int64_t place); // a number of its type

// The statements with the elements of tables whose subscripts are numbers in place of the accesses. An access beyond
// its table stays.
Stmt *stmt_look_up(Arena *arena, Stmt *root);

#endif
