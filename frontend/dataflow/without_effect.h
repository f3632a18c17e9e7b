// Statements that do nothing but compute values that nobody reads.
#ifndef CURESTRUCT_FRONTEND_WITHOUT_EFFECT_H
#define CURESTRUCT_FRONTEND_WITHOUT_EFFECT_H

#include "frontend/clang/state.h"

// { const char *p = a, *end = a + n; for (; p < end; p += 64) __builtin_prefetch(p); }
//
// A block or a loop that changes nothing but variables that it declares itself. It is not read: C lets a compiler
// assume that such a loop ends.
bool is_without_effect(Reader *reader, CXCursor stmt);

#endif
