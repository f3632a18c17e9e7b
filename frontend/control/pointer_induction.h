// Pointers that the nest increments.
#ifndef CURESTRUCT_FRONTEND_CONTROL_POINTER_INDUCTION_H
#define CURESTRUCT_FRONTEND_CONTROL_POINTER_INDUCTION_H

#include "frontend/clang/state.h"

// The offset of the pointer, if the nest only increments it and nothing reads it after the nest; otherwise NULL.
const Symbol *pointer_induction_way(Reader *reader, Variable *variable);

// The same for a pointer that is declared in the nest and points to `target`, which is changed; false: the nest does
// more with it.
bool pointer_induction_declare(Reader *reader, CXCursor decl, Variable *variable, Reference *target);

#endif
