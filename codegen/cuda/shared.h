// The shared memory of a block: its size, and the offset of each array.
#ifndef CURESTRUCT_CODEGEN_CUDA_SHARED_H
#define CURESTRUCT_CODEGEN_CUDA_SHARED_H

#include "ir/ir.h"

// Shared memory of a block. A kernel can declare 48 KiB of it. If it needs more, the launch gives the size, and the
// arrays follow one another in it.
int64_t shared_bytes(const Stmt *body);
int64_t shared_of_launch(const Stmt *body);                  // all of it, or 0: the arrays are declared
int64_t shared_offset(const Stmt *body, const Array *array); // where it begins

#endif
