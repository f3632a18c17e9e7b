// One object of one source with directives.
#ifndef CURESTRUCT_CODEGEN_CC_OBJECT_H
#define CURESTRUCT_CODEGEN_CC_OBJECT_H

#include "codegen/cc/cc_command.h"
#include "ir/diag.h"

// Translates and compiles `source`; the object has the host part and the kernels. `named` is the object's name in
// dependency rules. Returns the exit status of the first program that failed; then there is no object.
int cc_object(Arena *arena, Diag *diag, const CcCommand *command, const char *source, const char *object,
              const char *named);

// Runs a program, after printing its command if that was asked for (-v). Returns its exit status.
int cc_execute(Arena *arena, const CcCommand *command, Arguments words);

// The command of nvcc, and the folder of its toolkit (NULL: unknown).
Arguments cc_nvcc(Arena *arena);
const char *cc_toolkit(Arena *arena);

#endif
