// What an output says of the other files of its program (HostFile.whole).
#ifndef CURESTRUCT_CODEGEN_WHOLE_H
#define CURESTRUCT_CODEGEN_WHOLE_H

#include "codegen/codegen.h"
#include "codegen/host/host_data.h"
#include "codegen/host/residency.h"

// Of what decides the plan of a file: its name, its text, that of its own headers, and its macros.
uint64_t whole_hash(const Unit *unit, const Arguments *clang_arguments);

// Sets HostFile.whole of the file `input`: `hashes` are those of the files, and `plan` is that of residency_plan.
void whole_name(Arena *arena, const ProgramFile *files, const uint64_t *hashes, int count, int input, uint64_t plan);

// The variables, and the function that names a file whose output is not in the program.
void emit_whole(Text *out, const Unit *unit, Language language);

#endif
