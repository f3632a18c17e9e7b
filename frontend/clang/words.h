// Names of constructs, for messages.
#ifndef CURESTRUCT_FRONTEND_CLANG_WORDS_H
#define CURESTRUCT_FRONTEND_CLANG_WORDS_H

#include "frontend/clang/state.h"

const char *construct_name(Reader *reader, CXCursor cursor); // in words: "a string literal"

#endif
