// Questions about a part of a loop tree: what it holds, mentions, declares and writes.
#ifndef CURESTRUCT_TRANSFORM_TREE_QUERY_H
#define CURESTRUCT_TRANSFORM_TREE_QUERY_H

#include "ir/ir.h"

// Whether the launcher chooses a version of the kernels there; false for NULL.
static inline bool stmt_is_choice(const Stmt *stmt)
{
    return stmt && stmt->kind == ST_IF && stmt->name;
}

bool tree_has_kind(const Stmt *root, StmtKind kind);
bool tree_copies_later(const Stmt *root);    // holds an asynchronous copy
int64_t tree_shared_size(int64_t bytes);     // that an array of so many takes there: it is aligned
int64_t tree_shared_bytes(const Stmt *root); // of all arrays in shared memory that are declared there
bool tree_is_collective(const Stmt *root);   // holds a __syncthreads() or code for all threads
bool tree_mentions(const Stmt *root, const Symbol *symbol);
bool tree_mentions_array(const Stmt *root, const Array *array);
int tree_count_accesses(const Stmt *root, const Array *array); // NULL: to any array
bool tree_declares(const Stmt *root, const Symbol *symbol);
bool tree_declares_array(const Stmt *root, const Array *array);
bool tree_declares_here(const Stmt *list); // one of its statements, or itself, is a declaration
bool tree_writes_symbol(const Stmt *root, const Symbol *symbol);
// Whether the operand has one value throughout: a symbol that nothing there writes, an index of the thread or its
// block.
bool tree_keeps_operand(const Stmt *root, const Expr *operand);

bool tree_writes_array(const Stmt *root, const Array *array);
bool tree_reads_array(const Stmt *root, const Array *array); // other than in subscripts of its own places
// Whether an atomic operation, or a function, gets a place of it itself.
bool tree_takes_address(const Stmt *root, const Array *array);
bool expr_mentions_iterator(const Expr *expr); // of any loop
bool expr_mentions_any(const Expr *expr, const Symbol *const *symbols, int count);
// Whether the subscripts are made of symbols and numbers by arithmetic alone, and have quotients or remainders.
bool access_has_quotients(const Expr *access);
bool expr_is_quotient(const Expr *expr);                             // or a remainder, by a number larger than 1
int64_t expr_divisor_of(const Expr *quotient, const Symbol *symbol); // that number, if it divides the symbol; else 0
bool expr_is_constant(const Expr *expr);                             // a number, perhaps negated or converted
bool tree_is_empty(const Stmt *stmt);                                // NULL, or a block without items
bool tree_leaves(const Stmt *body, StmtKind kind); // a break or continue that belongs to the loop around `body`

#endif
