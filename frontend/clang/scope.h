// The declarations that a name may mean where a directive is.
#ifndef CURESTRUCT_FRONTEND_CLANG_SCOPE_H
#define CURESTRUCT_FRONTEND_CLANG_SCOPE_H

#include "frontend/clang/state.h"

typedef struct Named {
    const char *name; // interned
    CXCursor decl;
} Named;
typedef VECTOR(Named) Scope; // the innermost first, in scratch memory
// Declared in the function before `end`, around what the site holds.
Scope scope_of(Reader *reader, int site, size_t end);
Scope scope_of_file(Reader *reader);
Scope scope_of_members(Reader *reader, CXType record);
const Named *scope_find(const Scope *scope, const char *name); // NULL: none
bool is_macro(Reader *reader, const char *name);
bool is_declared_in(CXCursor stmt, const char *name); // a variable

#endif
