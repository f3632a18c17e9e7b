// Elements of arrays that the program accesses by types of other sizes: the array has elements of the smallest one
// then.
#ifndef CURESTRUCT_FRONTEND_NUMBERS_PARTS_H
#define CURESTRUCT_FRONTEND_NUMBERS_PARTS_H

#include "frontend/clang/state.h"

// From now on the reference sees a number of type `seen` that begins where it begins. If the elements are too large,
// the nest is read once more with smaller ones, and this reading is refused. False: it cannot.
bool parts_view(Reader *reader, Reference *reference, CXType pointee, const Type *seen);
// (T *)((uintptr_t)p ^ 3): what the address leads to that the program computes as an integer. False: it is another
// number, or refused.
bool parts_of_number(Reader *reader, CXCursor number, Reference *reference);

// The type that the nest asks for as that of the elements of the variable's arrays; NULL: what it says.
const Type *narrowed_type(const Reader *reader, const DeclFacts *facts);

// Whether the reference is one or more elements of a smaller type or of another one.
bool is_in_parts(const Reference *reference);
Expr *load_parts(Reader *reader, const Reference *reference, CXCursor at); // NULL: refused
// What there is to assign to if it is one element of just its type; NULL: no such element, or refused.
Expr *whole_part(Reader *reader, const Reference *reference, CXCursor at);
bool store_parts(Reader *reader, const Reference *reference, Expr *value, CXCursor at);

#endif
