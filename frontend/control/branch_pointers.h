// Pointers that the branches of an `if` set.
#ifndef CURESTRUCT_FRONTEND_CONTROL_BRANCH_POINTERS_H
#define CURESTRUCT_FRONTEND_CONTROL_BRANCH_POINTERS_H

#include "frontend/clang/state.h"

// if (c) { p = a + i; S } else { p = b; T } U   ->   if (c) { S with a + i } else { T with b } U with (c ? a + i : b)
//
// A pointer to different arrays has no place in one of them that a number says, as pointer_induction.h has it. It is a
// name for what a condition chooses (Choice) up to the end of the block. So this is done only where all assignments to
// the pointer that follow are the first statements of these branches, and where nothing after the block reads it.

typedef struct BranchPointer {
    Variable *variable;
    const Reference *sides[2], *chosen; // at the end of its branches (no, yes), and after them
} BranchPointer;
typedef VECTOR(BranchPointer) BranchPointers;

// `condition`: of the `if`, which has been read. It is replaced by a variable that holds it if it may change.
BranchPointers branch_pointers_find(Reader *reader, CXCursor stmt, Expr **condition);
void branch_pointers_enter(const BranchPointers *pointers, bool yes); // what follows is in this branch
void branch_pointers_leave(const BranchPointers *pointers);

// The pointer is declared here, or set to something.
void branch_pointers_declare(Reader *reader, Variable *variable, bool set);
void branch_pointers_note(Reader *reader, Variable *variable);
// Whether the assignment is one of those that were read with the `if` around it.
bool branch_pointers_skip(Variable *variable);

#endif
