// What is left of the source where the answers of some of its tests are known.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_FOLD_H
#define CURESTRUCT_TRANSFORM_SOURCE_FOLD_H

#include "ir/ir.h"

// The statement with `decide` applied to all of its expressions, from the operands to the results. Where it puts a
// number in place of a test, the branch that is taken is left of `if` and `?:`, and the other operand of `&&` and `||`.
// A loop without a statement goes, too.
Stmt *source_fold(Arena *arena, Stmt *stmt, ExprRewriter *decide, void *context);
Expr *source_fold_expr(Arena *arena, Expr *expr, ExprRewriter *decide, void *context);

#endif
