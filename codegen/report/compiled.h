// What nvcc reports about the emitted kernels: registers, spills, shared memory, by `nvcc -Xptxas -v`.
#ifndef CURESTRUCT_CODEGEN_COMPILED_H
#define CURESTRUCT_CODEGEN_COMPILED_H

#include "frontend/options/options.h"
#include "transform/lower/program.h"

typedef struct CompiledKernel {
    const char *name; // as emitted: "crs_scale_1_k1"
    int registers;    // of a thread
    int64_t spilled;  // bytes of a thread that are stored to and loaded from memory because there are too few registers
    int64_t stack;    // bytes of a thread in memory, including arrays whose subscripts are not known
    int64_t shared;   // bytes of a block
} CompiledKernel;

typedef struct Compiled {
    VECTOR(CompiledKernel) kernels;
    const char *why; // NULL, or why there are no results: "there is no nvcc on this machine"
} Compiled;

// Compiles the kernels of the unit for the device with $NVCC, or the nvcc in $PATH or /usr/local/cuda. NULL: reported.
Compiled *compile_kernels(Arena *arena, Diag *diag, Unit *unit, Program *const *programs, const Options *options,
                          const Device *device);
// $NVCC, or the nvcc in $PATH or /usr/local/cuda; NULL: none.
const char *compiled_nvcc(Arena *arena);
const CompiledKernel *compiled_kernel(const Compiled *compiled, const char *name); // NULL: not there

#endif
