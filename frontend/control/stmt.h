// Reads statements: each function adds its result to reader->frame.before.
#ifndef CURESTRUCT_FRONTEND_CONTROL_STMT_H
#define CURESTRUCT_FRONTEND_CONTROL_STMT_H

#include "frontend/clang/state.h"

bool read_statement(Reader *reader, CXCursor stmt);
Stmt *read_body(Reader *reader, CXCursor stmt); // as one statement; NULL: refused
bool read_statements(Reader *reader, const CXCursor *stmts, int count);
// p = a + i in an expression: p = q = a + i. `reference`: what p points to then.
bool read_assigned_pointer(Reader *reader, CXCursor expr, Reference *reference);
void add_statement(Reader *reader, Stmt *stmt, CXCursor at); // numbers it
bool leaves(Reader *reader, CXCursor stmt);                  // nothing after the statement runs
int next_stmt_id(Reader *reader);

#endif
