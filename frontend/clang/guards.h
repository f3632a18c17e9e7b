// Macros and conditions of the preprocessor on which a nest depends.
#ifndef CURESTRUCT_FRONTEND_CLANG_GUARDS_H
#define CURESTRUCT_FRONTEND_CLANG_GUARDS_H

#include "frontend/clang/state.h"

void guards_find(Reader *reader); // of the nests

#endif
