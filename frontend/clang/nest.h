// A directive and its statements as a Nest; refusals.
#ifndef CURESTRUCT_FRONTEND_CLANG_NEST_H
#define CURESTRUCT_FRONTEND_CLANG_NEST_H

#include "frontend/clang/state.h"

void read_nests(Reader *reader);

// Refuses the nest because of the construct at `cursor`. Only the first reason is reported.
void refuse(Reader *reader, CXCursor cursor, const char *format, ...) __attribute__((format(printf, 3, 4)));
void refuse_at(Reader *reader, Loc loc, const char *note, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool refuse_helper(Reader *reader); // no device function: its calls are read in place. False.

#endif
