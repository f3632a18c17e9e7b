// Variables of C as symbols and arrays of the nest.
#ifndef CURESTRUCT_FRONTEND_CLANG_VARIABLE_H
#define CURESTRUCT_FRONTEND_CLANG_VARIABLE_H

#include "frontend/clang/state.h"

Variable *find_variable(Reader *reader, CXCursor reference); // of a DeclRefExpr
Variable *find_declared(Reader *reader, CXCursor decl);      // of a VarDecl or ParmDecl
Variable *declare_variable(Reader *reader, CXCursor decl);   // in the nest
bool declare_table(Reader *reader, CXCursor decl);           // static in the nest; false: it is no table of constants
bool is_single_struct(const Variable *variable);             // its members are variables of their own
Variable *member_variable(Reader *reader, Variable *base, CXCursor field, bool arrow);
// (T *)p of a pointer to void: `cast` is the conversion. NULL: another one has another type, which is refused.
Variable *converted_variable(Reader *reader, Variable *pointer, CXCursor cast);
const Symbol *variable_symbol(Reader *reader, Variable *variable, CXCursor at); // NULL: refused
const char *variable_words(const Variable *variable);                           // as the source names it: s.pos.x
Array *variable_array(Reader *reader, Variable *variable, CXCursor at);
// Memory of each iteration's own, of a size that the host knows before the nest. NULL: refused.
Array *fresh_array(Reader *reader, const char *name, const Type *element, Expr *const *extent, int ndim, CXCursor at);
// Where the nest is, the name of a variable of the file means another one: `int n; .. void f(int n) { nest }`.
bool is_hidden_variable(Reader *reader, CXCursor decl);
bool is_written_in_nest(const Reader *reader, const Variable *variable);
bool is_live_after(Reader *reader, const Variable *variable);
void mark_assigned(Reader *reader, const Symbol *symbol);
Array *new_array(Reader *reader, const char *name, const Type *element, Space space, Expr *const *extent, int ndim);
// A number that the host computes before the nest from this C text.
Symbol *host_symbol(Reader *reader, const char *name, const Type *type, const char *text, CXCursor at);
Symbol *new_symbol(Reader *reader, const char *name, const Type *type, SymbolRole role, Loc loc);

bool name_is_taken(const char *name); // a keyword of C++ or a name of CUDA

#endif
