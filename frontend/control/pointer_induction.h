// Pointers that the nest increments.
#ifndef CURESTRUCT_FRONTEND_CONTROL_POINTER_INDUCTION_H
#define CURESTRUCT_FRONTEND_CONTROL_POINTER_INDUCTION_H

#include "frontend/clang/state.h"

// The offset of the pointer, if the nest only increments it and nothing reads it after the nest; otherwise NULL.
const Symbol *pointer_induction_way(Reader *reader, Variable *variable);

// The same for a pointer that is declared in the nest and points to `target`, which is changed; false: the nest does
// more with it.
bool pointer_induction_declare(Reader *reader, CXCursor decl, Variable *variable, Reference *target);

// Pointers that the nest assigns: p = a + i * n; *p++ = 0;   ->   p_way = i * n; a[p_way] = 0; p_way += 1;
//
// In each array that the pointer points into, numbers of its own say where (Nest.ways, declare_ways.h). A declaration
// without a value marks where it leaves an array: the numbers there have no values any more.

// `value` is what the pointer points to from here on. false: refused.
bool pointer_induction_assign(Reader *reader, CXCursor decl, const Reference *value, CXCursor at);

// The same for a parameter, or at a declaration, of a pointer that is assigned again.
bool pointer_induction_begin(Reader *reader, CXCursor decl, Variable *variable, const Reference *value);

#endif
