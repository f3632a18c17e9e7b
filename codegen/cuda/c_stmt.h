// Statements as text.
#ifndef CURESTRUCT_CODEGEN_CUDA_C_STMT_H
#define CURESTRUCT_CODEGEN_CUDA_C_STMT_H

#include "codegen/cuda/emit.h"

void emit_body(Emitter *emitter, const Stmt *stmt, int indent);

#endif
