// Checks the names in clauses.
#ifndef CURESTRUCT_FRONTEND_CLANG_CLAUSES_H
#define CURESTRUCT_FRONTEND_CLANG_CLAUSES_H

#include "frontend/clang/state.h"

void clauses_check(Reader *reader); // of all directives that are attached
void clauses_warn_idle(Reader *reader, const Nest *nest, const Attachment *attachment); // about what it does not use

#endif
