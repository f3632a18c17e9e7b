// What induction.c (changes inside of loops), forward_scalars.c (assignments around them), first_match.c, early_exit.c,
// gather_windows.c and sink_changes.c ask of statements and expressions.
#ifndef CURESTRUCT_FRONTEND_INDUCTION_PARTS_H
#define CURESTRUCT_FRONTEND_INDUCTION_PARTS_H

#include "ir/ir.h"

bool induction_candidate(const Symbol *symbol); // an integer that only the nest's own assignments change
int induction_writes(const Stmt *root, const Symbol *symbol);
int induction_mentions(const Stmt *root, const Symbol *symbol); // the places that are set are among them
bool induction_stores_to(const Stmt *root, const Array *array);
bool induction_may_trap(const Expr *expr); // an integer division, unless by a positive number
bool induction_assigns(const Stmt *stmt, const Symbol *symbol);
// k += e, k -= e, k = k + e, k = e + k, k = k - e. Conversions in between do not matter modulo the type's range.
typedef struct InductionChange {
    const Symbol *symbol;
    Expr *by;   // I64
    bool exact; // it does not overflow
} InductionChange;
bool induction_change(Arena *arena, const Stmt *stmt, InductionChange *change);
// The expression reads no memory, and nothing that `loop` changes (NULL: any). `always`: it may be computed where C
// does not compute it.
bool induction_fixed(const Expr *expr, const Stmt *loop, bool always);
// The statements of a nest between normalizations: one statement, too, stays in a block.
Stmt *normal_block(Arena *arena, Stmt **items, int count);

#endif
