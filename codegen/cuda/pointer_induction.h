// Strength reduction of copy addresses: pointers that advance with a loop.
#ifndef CURESTRUCT_CODEGEN_CUDA_POINTER_INDUCTION_H
#define CURESTRUCT_CODEGEN_CUDA_POINTER_INDUCTION_H

#include "codegen/cuda/emit.h"

// In front of the loop: declares a pointer for each asynchronous copy of its turns that moves by a constant number of
// elements from turn to turn. What carried_end is given behind the last statement of its body, which moves them.
const Carried *carried_begin(Emitter *emitter, const Stmt *loop, int indent);
void carried_end(Emitter *emitter, const Carried *before, int indent);
const char *carried_source(const Emitter *emitter, const Stmt *copy); // where an asynchronous copy reads

#endif
