// Compilers on the PATH.
#ifndef CURESTRUCT_CODEGEN_COMPILER_H
#define CURESTRUCT_CODEGEN_COMPILER_H

// The value of the environment variable, unless it is empty.
const char *compiler_from_environment(const char *name, const char *otherwise);
// clang++ of version 17 or later, or NULL: only it can instrument loads and stores, or has a CUDA mode.
const char *compiler_clang(void);

#endif
