// `curestruct simt`: a CUDA program on the CPU.
#ifndef CURESTRUCT_CODEGEN_SIMT_H
#define CURESTRUCT_CODEGEN_SIMT_H

#include "frontend/options/options.h"

// Compiles options->input and runs it with options->program_arguments. Returns its exit status; 3: something is
// reported; 1: it could not be compiled or started.
int simt_run(Arena *arena, Diag *diag, const Options *options);

#endif
