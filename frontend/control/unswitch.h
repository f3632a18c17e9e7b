// Loop unswitching, where a condition that the nest does not change decides where a pointer points.
#ifndef CURESTRUCT_FRONTEND_CONTROL_UNSWITCH_H
#define CURESTRUCT_FRONTEND_CONTROL_UNSWITCH_H

#include "frontend/clang/state.h"

// for i { if (c) p = a + f(i); *p = i; if (!c) p++; }
// ->
// if (c) for i { p = a + f(i); *p = i; } else { p_way = 0; for i { p[p_way] = i; p_way += 1; } }
//
// The nest is read once for each value of the condition (Reader.unswitched), with the branches that this value takes.
// What a pointer points to is followed in each of these versions on its own. This is done where a pointer that is
// assigned in such a branch is not known after it (Frame.pointer_test) and the nest would be refused.

// Around the branches of an `if`, whose condition is the cursor and has this value. Returns what `leave` gets.
CXCursor unswitch_enter(Reader *reader, CXCursor test, Expr *condition);
void unswitch_leave(Reader *reader, CXCursor outer);
// A pointer is assigned here.
void unswitch_note(Reader *reader);

// Whether the nest, which has been read, is to be read again with one more condition, or with none of them.
bool unswitch_again(Reader *reader, Nest *nest);

// The nest's loop in all its versions.
bool unswitch_read(Reader *reader, CXCursor loop);
// The value that the condition has in the version that is being read: 0 or 1; -1: it is another one.
int unswitch_value(Reader *reader, CXCursor test);
// Whether the statement is an `if` of which this version always takes one branch, or none: a null cursor.
bool unswitch_branch(Reader *reader, CXCursor stmt, CXCursor *taken);
// Whether a version is being read. It has an own symbol for the offset of a pointer, which is 0 at its beginning.
bool unswitch_own_way(Reader *reader, Variable *variable, Symbol *way);

#endif
