// What print.c (statements) needs of print_expr.c (expressions) in addition to print_expr.
#ifndef CURESTRUCT_IR_PRINT_H
#define CURESTRUCT_IR_PRINT_H

#include "ir/ir.h"

void print_value(Text *out, const Expr *value,
                 const Type *type);             // assigned to `type`, which C converts to by itself; NULL: to none
void print_update(Text *out, const Stmt *stmt); // " += value" of an ST_ASSIGN with an operator
bool prints_as_operand(const Expr *expr);       // without parentheses next to `..`

#endif
