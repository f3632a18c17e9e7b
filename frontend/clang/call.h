// Calls: math functions and helper functions of the file.
#ifndef CURESTRUCT_FRONTEND_CLANG_CALL_H
#define CURESTRUCT_FRONTEND_CLANG_CALL_H

#include "frontend/clang/state.h"
#include "frontend/numbers/complex.h"

Expr *read_call(Reader *reader, CXCursor call);            // NULL: refused
bool call_is_read_in_place(Reader *reader, CXCursor call); // with statements, as the tree has no such function
bool read_call_statement(Reader *reader, CXCursor call);
// A call of a function with a definition in sight. Without effects but its own where its value is not wanted.
Expr *call_defined(Reader *reader, CXCursor call, CXCursor definition, bool wanted);
CXCursor named_function(Reader *reader, CXCursor expr); // that an expression of function or pointer type names; or null
bool inline_record_call(Reader *reader, CXCursor call, Reference *record);
// Of a function that returns a pointer, which is converted to the type `as`.
bool inline_pointer_call(Reader *reader, CXCursor call, CXType as, Reference *target);
bool inline_complex_call(Reader *reader, CXCursor call, Complex *value);

#endif
