// Lvalues and pointers.
#ifndef CURESTRUCT_FRONTEND_CLANG_LVALUE_H
#define CURESTRUCT_FRONTEND_CLANG_LVALUE_H

#include "frontend/clang/state.h"

bool read_reference(Reader *reader, CXCursor expr, Reference *reference);
bool read_pointer(Reader *reader, CXCursor expr, Reference *reference);            // what it points to
Expr *load_reference(Reader *reader, const Reference *reference, CXCursor at);     // its value, NULL: refused
Expr *place_of_reference(Reader *reader, const Reference *reference, CXCursor at); // where it is stored (bits_store)
bool reference_member(Reader *reader, const Reference *base, const Field *field, Reference *member);
// Whether its value stays the same; later assignments to what it mentions are refused.
bool is_stable(Reader *reader, Expr *expr);
bool freeze_reference(Reader *reader, Reference *reference, const char *name); // its subscripts stay what they are now
bool reference_decay(Reader *reader, Reference *reference, CXCursor at);       // of an array: its first element
void reference_set_type(Reader *reader, Reference *reference, CXType type);
Choice *reference_change_choice(Reader *reader, Reference *reference); // its own copy of what it chooses between
Expr **last_subscript(Reference *reference); // which pointer arithmetic changes; NULL: it is no array's element
bool reference_add(Reader *reader, Reference *reference, Expr *index, CXCursor at); // so many elements further

bool refuse_construct(Reader *reader, CXCursor expr); // "it uses ..": false

// Whether more than one pointer in memory leads to it: deep[1] of `float ***deep`, w[0][1] of `float *w[2][3]`,
// net[l].weights.
bool pointer_is_deep(Reader *reader, CXCursor expr);

#endif
