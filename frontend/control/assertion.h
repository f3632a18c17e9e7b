// The C library's assert, and branches that are never taken, or never by a kernel, or that leave the nest.
#ifndef CURESTRUCT_FRONTEND_CONTROL_ASSERTION_H
#define CURESTRUCT_FRONTEND_CONTROL_ASSERTION_H

#include "frontend/clang/state.h"

bool is_assertion(Reader *reader, CXCursor expr); // what the macro assert makes
bool read_assertion(Reader *reader, CXCursor expr);

// The value of a condition that is always the same and has no effects: 0 or 1; -1: it is none.
int constant_condition(Reader *reader, CXCursor expr);
// Whether it is an integer made of parameters of the nest, without a division.
bool condition_is_fixed(Reader *reader, Expr *condition);
bool expression_has_effects(CXCursor expr);
bool is_left_out(CXCursor stmt); // of a branch that is never taken: no label in it is jumped to

// if (verbose) printf(..), in the nest or in a function that is read in place: the first branch was refused. If only
// the host can run it, and the launcher can test the condition before the nest, the nest is read once more without it.
void note_host_branch(Reader *reader, CXCursor stmt, CXCursor branch, Expr *condition);
// Whether it is such an `if`: its branch is left out, and the launcher tests that the condition does not hold.
bool is_host_branch(Reader *reader, CXCursor stmt, Expr *condition);

// if (x[i] < 0) { message(i); return -1; } .. in the nest itself: the branch was refused. If it ends by leaving the
// nest, the nest is read once more without it.
void note_leaving_branch(Reader *reader, CXCursor branch);
bool is_leaving_branch(const Reader *reader, CXCursor branch);
// What stands in its place: a variable says that the nest is left (Nest.leaving), for the normalization search_exits.
Stmt *leave_nest(Reader *reader, CXCursor branch);

#endif
