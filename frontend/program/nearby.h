// Files beside the input that seem to define a function.
#ifndef CURESTRUCT_FRONTEND_PROGRAM_NEARBY_H
#define CURESTRUCT_FRONTEND_PROGRAM_NEARBY_H

#include "ir/base.h"

// The first C file, by name, in the folder of `input` whose text seems to define the function; as a path like that of
// `input`. NULL: none.
const char *nearby_definition(Arena *arena, const char *input, const char *function);

#endif
