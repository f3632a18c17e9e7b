// The bits of one number as another type: unions, pointers that are converted, memcpy. Little endian, as all devices.
#ifndef CURESTRUCT_FRONTEND_CLANG_BITS_H
#define CURESTRUCT_FRONTEND_CLANG_BITS_H

#include "frontend/clang/state.h"

bool bits_are_seen(const Type *type);                       // an arithmetic type other than _Bool
const Type *bits_integer(int64_t size);                     // the unsigned integer of 1, 2, 4 or 8 bytes, or NULL
Expr *bits_as(Arena *arena, Expr *value, const Type *type); // types of one size
Expr *bits_part(Arena *arena, Expr *bits, int64_t byte, const Type *type); // of an unsigned integer
// The number that these have the bytes of, the lowest first; they are of one size.
Expr *bits_together(Arena *arena, Expr *const *parts, int count, const Type *type);

// A reference to `reference->type` that the program treats as `pointee`: the first sees the bytes as the second from
// now on. false: it cannot, nothing is reported.
bool bits_view(Reader *reader, Reference *reference, CXType pointee);
// What is stored, as what is seen of it; what is to be stored where a value is written. No view: the same.
Expr *bits_load(Reader *reader, const Reference *reference, Expr *stored);
Expr *bits_store(Reader *reader, const Reference *reference, Expr *stored, Expr *value);

bool is_union(CXType type);
// Whether the field is in a union, which is refused: but unions without a name in an array's elements, of which the
// type has one member (types.c).
bool refuse_in_union(Reader *reader, CXCursor field, bool in_element, CXCursor at);
// A local union of numbers is one unsigned integer. Refusals are reported.
bool declare_union(Reader *reader, CXCursor decl, CXCursor initializer);
bool union_member(Reader *reader, Variable *variable, CXCursor field, CXCursor at, Reference *member);
bool read_union_literal(Reader *reader, CXCursor literal, Variable **made); // (union bits){x}

#endif
