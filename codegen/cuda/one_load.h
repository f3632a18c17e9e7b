// Loads that nvcc may make one of, and what it then takes for constant.
#ifndef CURESTRUCT_CODEGEN_CUDA_ONE_LOAD_H
#define CURESTRUCT_CODEGEN_CUDA_ONE_LOAD_H

#include "codegen/cuda/emit.h"

// Whether the kernel gives some variable or place its value in several ways, x = c ? a[i] : b[i], among which are an
// element of `constant`, which the kernel only reads, and one of an array that it writes, too. nvcc 13.0 makes one load
// of the two, and takes it for a load of constant memory if `constant` is promised to be that. `arrays`: all that the
// kernel has in device memory.
bool one_load_may_be_of(Arena *arena, const Stmt *kernel, const ArrayList *arrays, const Array *constant);

#endif
