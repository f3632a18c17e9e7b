// The functions that a C text seems to define.
#ifndef CURESTRUCT_FRONTEND_PROGRAM_DEFINITIONS_H
#define CURESTRUCT_FRONTEND_PROGRAM_DEFINITIONS_H

#include "ir/base.h"

// Visits the functions that other files can call, until `visit` returns true. true: it did. A word may be visited that
// is none of them; a definition that macros put together is not seen.
bool each_definition(const char *text, bool (*visit)(void *context, const char *name, size_t length), void *context);

#endif
