// What the splicer and the harness need to know about the user's text.
#ifndef CURESTRUCT_FRONTEND_CLANG_HOST_H
#define CURESTRUCT_FRONTEND_CLANG_HOST_H

#include "frontend/clang/state.h"

void host_read(Reader *reader);
void host_read_conversions(Reader *reader); // (conversions.c)
void host_read_globals(Reader *reader);     // after the nests: helpers have been scanned, too

#endif
