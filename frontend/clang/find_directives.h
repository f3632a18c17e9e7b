// Finds the directives of a file.
#ifndef CURESTRUCT_FRONTEND_CLANG_FIND_DIRECTIVES_H
#define CURESTRUCT_FRONTEND_CLANG_FIND_DIRECTIVES_H

#include "frontend/clang/state.h"

void find_directives(Reader *reader); // fills attachments and host->directives, restricts
void refuse_headers(Reader *reader);  // says that directives in the user's headers are not obeyed

#endif
