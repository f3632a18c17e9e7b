// Types of clang as types of the IR, and what a declarator says about an array.
#ifndef CURESTRUCT_FRONTEND_CLANG_TYPES_H
#define CURESTRUCT_FRONTEND_CLANG_TYPES_H

#include "frontend/clang/state.h"

const Type *read_type(Reader *reader, CXType type); // NULL: the IR has none like it
// Why values of the type, or of what it points to, cannot be used, in words that follow "it is": "a union". Or NULL.
const char *type_obstacle(Reader *reader, CXType type);
// What the nests read a pointer to void as, a member of a struct.
void give_member_type(Reader *reader, CXCursor field, CXType type);
const char *field_obstacle(Reader *reader, CXCursor field); // the same of a member of an array's elements; never NULL
bool is_unnamed_record(CXType type); // a struct or union whose members belong to the struct around it
const Field *find_field(const Type *record, const char *name);
CXType canonical(CXType type);       // unqualified, too
CXType cursor_type(CXCursor cursor); // canonical
bool is_array_type(CXType type);     // that libclang says it of: of parameters, too, which are pointers
bool is_address(CXCursor expr);      // of pointer type, or an array

// What a declarator says about an array or a pointer.
typedef struct Shape {
    bool is_pointer; // the outermost dimension is a pointer's
    bool is_rows;
    bool is_const, is_restrict, is_volatile;
    bool is_vla; // some dimension is not a constant
    int ndim;
    int64_t constant[MAX_DIMS];   // or -1
    CXCursor dimension[MAX_DIMS]; // its expression if it is not a constant; null: unknown
    CXType element;
    const char *obstacle; // in words, or NULL
} Shape;
Shape shape_of(Reader *reader, CXCursor decl, CXType type);
void shape_make_rows(Shape *shape); // of a pointer to single elements: of a table of such pointers

#endif
