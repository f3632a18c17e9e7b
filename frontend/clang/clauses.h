// Checks the names in clauses.
#ifndef CURESTRUCT_FRONTEND_CLANG_CLAUSES_H
#define CURESTRUCT_FRONTEND_CLANG_CLAUSES_H

#include "frontend/clang/state.h"

void clauses_check(Reader *reader); // of all directives that are attached
// The canonical type of an item of a clause of `enter`, `exit` or `update` that has been checked.
CXType clauses_item_type(Reader *reader, const Attachment *attachment, const ClauseItem *item);
void clauses_warn_idle(Reader *reader, const Nest *nest, const Attachment *attachment); // about what it does not use

#endif
