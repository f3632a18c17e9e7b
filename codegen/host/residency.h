// Which arrays stay on the device between nests without a word of the user's, and what the host's code around the nests
// has to say for that.
#ifndef CURESTRUCT_CODEGEN_RESIDENCY_H
#define CURESTRUCT_CODEGEN_RESIDENCY_H

#include "frontend/host_code.h"
#include "transform/lower/program.h"

// Sets HostFile.insertions, HostFile.kept and Program.keeps. Notes say where the arrays have to come back.
void residency_plan(Arena *arena, Unit *unit, Program *const *programs);

#endif
