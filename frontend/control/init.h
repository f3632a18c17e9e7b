// Declarations inside of a nest.
#ifndef CURESTRUCT_FRONTEND_CONTROL_INIT_H
#define CURESTRUCT_FRONTEND_CONTROL_INIT_H

#include "frontend/clang/state.h"

bool read_declaration(Reader *reader, CXCursor stmt);
bool read_one_declaration(Reader *reader, CXCursor decl);

bool is_designated(CXCursor entry); // of an initializer list: `.name = value`, `[index] = value`

// `zeroed`: all of the place is 0 already.
bool initialize(Reader *reader, const Reference *place, CXCursor value, bool zeroed);

#endif
