// Pointers to void.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_VOID_POINTER_H
#define CURESTRUCT_FRONTEND_DATAFLOW_VOID_POINTER_H

#include "frontend/clang/state.h"

// Pointers to a struct that is declared and not defined are read as pointers to void.
// Of a pointer to void that the nest only uses as one to elements of one type, this becomes the type.
void void_pointer_give_type(Reader *reader, CXCursor name, CXType type);
// The same of an argument, by what the function converts its parameter to.
void void_pointer_give_parameter(Reader *reader, CXCursor definition, CXCursor parameter, CXCursor argument);
// (T *)p of a pointer to void: where p leads to one struct, its members are variables. False: it is another base, or
// refused.
bool void_pointer_base(Reader *reader, CXCursor cast, Reference *reference);

#endif
