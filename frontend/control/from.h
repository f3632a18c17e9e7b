// What directives of OpenMP and OpenACC become where they stand.
#ifndef CURESTRUCT_FRONTEND_CONTROL_FROM_H
#define CURESTRUCT_FRONTEND_CONTROL_FROM_H

#include "frontend/clang/state.h"

// Makes attachments of nests and regions of them, in order with those of our directives, which have been attached
// before and come first where both name one loop. Says what has no effect.
void from_attach(Reader *reader, const AttachInput *input);

// A region that cannot be one: its nests are on their own then.
// `wanted`: it could have been one.
void from_drop_region(Reader *reader, int attachment, const char *because, bool wanted);

#endif
