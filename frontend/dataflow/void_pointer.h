// Pointers to void.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_VOID_POINTER_H
#define CURESTRUCT_FRONTEND_DATAFLOW_VOID_POINTER_H

#include "frontend/clang/state.h"

// Of a pointer to void that the nest only uses as one to elements of one type, this becomes the type.
void void_pointer_give_type(Reader *reader, CXCursor name, CXType type);
// (T *)p of a pointer to void: where p leads to one struct, its members are variables. False: it is another base, or
// refused.
bool void_pointer_base(Reader *reader, CXCursor cast, Reference *reference);

#endif
