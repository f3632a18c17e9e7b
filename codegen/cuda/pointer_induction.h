// Strength reduction of copy addresses: pointers that advance with a loop.
#ifndef CURESTRUCT_CODEGEN_CUDA_POINTER_INDUCTION_H
#define CURESTRUCT_CODEGEN_CUDA_POINTER_INDUCTION_H

#include "codegen/cuda/emit.h"

// Before the loop: declares a pointer for each asynchronous copy that moves by a constant number of elements from
// iteration to iteration. The result goes to carried_end after the last statement of the body, which moves the
// pointers.
const Carried *carried_begin(Emitter *emitter, const Stmt *loop, int indent);
void carried_end(Emitter *emitter, const Carried *before, int indent);
const char *carried_source(const Emitter *emitter, const Stmt *copy); // where an asynchronous copy reads

#endif
