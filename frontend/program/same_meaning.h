// Whether a function means the same in two units: in that of its own file, and read again in another one.
#ifndef CURESTRUCT_FRONTEND_PROGRAM_SAME_MEANING_H
#define CURESTRUCT_FRONTEND_PROGRAM_SAME_MEANING_H

#include "frontend/clang/state.h"

// Both trees have the same nodes with the same types, numbers and operators, and what they mention is one thing in the
// program, or is constant and has the same value. *why: what differs, if there are words for it.
bool same_meaning(Reader *reader, CXCursor function, CXCursor again, const char **why);

#endif
