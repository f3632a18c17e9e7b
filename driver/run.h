// `curestruct run`: a whole program, built, run and summed up.
#ifndef CURESTRUCT_DRIVER_RUN_H
#define CURESTRUCT_DRIVER_RUN_H

#include "frontend/options/options.h"
#include "ir/diag.h"

// Builds the program of options->cc in a temporary folder (or that of --keep), for the GPU if there is one and nvcc is
// found, otherwise for the CPU runtime, and runs it with options->program_arguments. Returns the exit status of the
// compiler that failed, otherwise of the program: 128 + N if signal N ended it.
int run_whole_program(Arena *arena, Diag *diag, const Options *options);

#endif
