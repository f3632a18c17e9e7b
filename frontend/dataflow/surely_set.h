// Where a function certainly sets a variable.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_SURELY_SET_H
#define CURESTRUCT_FRONTEND_DATAFLOW_SURELY_SET_H

#include "frontend/clang/state.h"

// From `from` to the end of `block`, a { } or a for, the variable has been set in the same run of the block, unless
// control came there through a label after `begin`. It was set after `since`. Mentions from `begin` to `since` belong
// to the assignment itself, and read nothing older.
typedef struct Setting {
    size_t begin, since, from;
    int block;
} Setting;
typedef VECTOR(Setting) Settings;

Settings surely_set_find(Reader *reader, const DeclFacts *facts, int function); // in the order of the text
// A case label of a switch around the block, a { } or a for, is in the block: it is not always run from its begin.
bool surely_set_has_case(const Reader *reader, int block);
// The innermost statement among the sites [first, end) that the moment is in; -1: none.
int surely_set_site(const Reader *reader, size_t moment, int first, int end);

#endif
