// Terms of a kernel that have one name each.
#ifndef CURESTRUCT_CODEGEN_CUDA_COMMON_TERMS_H
#define CURESTRUCT_CODEGEN_CUDA_COMMON_TERMS_H

#include "ir/ir.h"

// The kernel's body with `const` locals for index terms that it computes several times.
Stmt *name_common_terms(Arena *arena, const Nest *nest, Stmt *body);

#endif
