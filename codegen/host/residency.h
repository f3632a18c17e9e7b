// Which arrays stay on the device between nests without a word of the user's, and what the host's code around the nests
// has to say for that.
#ifndef CURESTRUCT_CODEGEN_RESIDENCY_H
#define CURESTRUCT_CODEGEN_RESIDENCY_H

#include "frontend/host_code.h"
#include "transform/lower/program.h"

// A file of the program. Of several, all but the input are only looked at.
typedef struct ProgramFile {
    Unit *unit;
    Program *const *programs;
    int first; // of its functions, among those of the program
} ProgramFile;

// Sets HostFile.insertions, HostFile.kept and Program.keeps of the file `input`. Notes say where the arrays have to
// come back. The plan of a program is the same whichever of its files is the input, as long as their order is; `*hash`
// tells one plan from another. false: an error was reported.
bool residency_plan(Arena *arena, ProgramFile *files, int count, int input, uint64_t *hash);

#endif
