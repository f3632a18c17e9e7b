// One walk over a function: its statements, and who mentions and writes what.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_SCAN_H
#define CURESTRUCT_FRONTEND_DATAFLOW_SCAN_H

#include "frontend/clang/state.h"

enum { MAX_SCAN_DEPTH = 4000 }; // of nested expressions and statements; what is deeper may do anything

DeclFacts *facts_of(Reader *reader, CXCursor decl);     // made when new
int scan_function(Reader *reader, CXCursor function);   // index of its SITE_FUNCTION; once
int site_of(Reader *reader, CXCursor stmt);             // of a loop or a { }; -1: not scanned
int moments_from(const Moments *moments, size_t first); // index of the first that is not before
bool moments_in(const Moments *moments, size_t first, size_t last);
bool nest_writes(Reader *reader, CXCursor decl); // a variable, or a member of any struct
// Whether DeclFacts.writes has all that sets a local variable or a parameter but its declaration. Not known with inline
// assembly in its function, for example.
bool is_assigned_in_sight(Reader *reader, CXCursor decl);
// Whether only its declaration sets it.
bool is_never_assigned(Reader *reader, CXCursor decl);
// What an assignment to `expr` writes: a DeclRefExpr or MemberRefExpr, or null.
CXCursor written_variable(Reader *reader, CXCursor expr);

#endif
