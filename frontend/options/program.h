// The C files of the program to which the input belongs.
#ifndef CURESTRUCT_FRONTEND_OPTIONS_PROGRAM_H
#define CURESTRUCT_FRONTEND_OPTIONS_PROGRAM_H

#include "frontend/options/options.h"
#include "frontend/reader.h"

// Those of the compilation database of -p, or of one that is found near the input and has it; with --helpers=auto and
// without such a database, those in the folder of the input. NULL: they are not known. Lives in the arena.
const ProgramFiles *program_files(Arena *arena, const Options *options);

#endif
