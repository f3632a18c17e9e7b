// curestruct bench: a folder whose program times the generated code of one function and its rivals on the same buffers.
#ifndef CURESTRUCT_CODEGEN_BENCH_H
#define CURESTRUCT_CODEGEN_BENCH_H

#include "frontend/options/options.h"
#include "transform/lower/program.h"

//   out.cu        the compiler's output
//   bench.cu      the buffers of the function for the given sizes, its call, the rivals (runtime/bench/bench.cuh)
//   serial.c      the original under another name, to compare with
//   rival_0.cu .. the files of --vs
//   Makefile
//
// The function takes its arrays as pointers. If it touches them outside of restructured nests, only whole calls can be
// timed (--as-called). Every integer parameter has a value from --size, or several, one for each point of a sweep. A
// rival is a C++ function with the same parameters; arrays are pointers to device memory. If the function returns a
// number, the rival has one more parameter: a pointer to device memory for it. false: reported.
bool emit_bench_folder(Arena *arena, Unit *unit, Program *const *programs, const Options *options, const char *folder);
// Builds with nvcc and runs. Returns the exit status of the program: 0; 3 if contenders differ; 77 without a GPU; 1 if
// it could not be built.
int run_bench_folder(Arena *arena, Diag *diag, const Options *options, const char *folder);

#endif
