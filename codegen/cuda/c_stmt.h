// Statements as text.
#ifndef CURESTRUCT_CODEGEN_CUDA_C_STMT_H
#define CURESTRUCT_CODEGEN_CUDA_C_STMT_H

#include "codegen/cuda/emit.h"

void emit_body(Emitter *emitter, const Stmt *stmt, int indent);
// The condition that the version is taken; `limited`: it is wrong where `condition` does not hold.
const char *emit_version_test(const Emitter *emitter, const char *name, Expr *condition, bool limited);

#endif
