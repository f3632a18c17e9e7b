// Structs as one variable for each member.
#ifndef CURESTRUCT_FRONTEND_CLANG_SCALAR_REPLACEMENT_H
#define CURESTRUCT_FRONTEND_CLANG_SCALAR_REPLACEMENT_H

#include "frontend/clang/state.h"

typedef struct Fields {
    Reader *reader;
    VECTOR(CXCursor) items; // FieldDecls
} Fields;
typedef VECTOR(const Symbol *) Symbols;
typedef VECTOR(Expr *) Values;
Fields fields_of(Reader *reader, CXType record);
bool element_of(Reader *reader, const Reference *whole, int64_t index, Reference *element);
bool member_of(Reader *reader, const Reference *whole, CXCursor field, Reference *member);
void store_value(Reader *reader, Expr *place, Expr *value, CXCursor at);
Variable *declare_record(Reader *reader, CXCursor decl, CXCursor initializer); // a local struct; null: uninitialized
bool assign_record(Reader *reader, const Reference *place, CXCursor value, CXCursor at);
bool read_record_assignment(Reader *reader, CXCursor expr, CXCursor target, CXCursor value);
bool make_record(Reader *reader, CXType type, CXCursor value, CXCursor at, Reference *made); // an unnamed local struct
bool choose_record(Reader *reader, CXType type, CXCursor choice, Reference *made); // the struct that c ? a : b is
Reference unnamed_record(Reader *reader, CXType type, const char *name, CXCursor at);
bool declare_parts(Reader *reader, Variable *variable, CXCursor at); // the symbols and arrays of a local struct
CXCursor literal_member(Reader *reader, CXCursor member); // what `(cplx){1, 2}.re` is; null: it has another form
bool flatten_parameter(Reader *reader, Variable *variable, CXCursor at, Symbols *symbols);
bool flatten_argument(Reader *reader, CXCursor argument, Values *values); // a number, or the numbers in a struct

#endif
