// `curestruct cc`, and the host compiler's part of other commands.
#ifndef CURESTRUCT_CODEGEN_CC_H
#define CURESTRUCT_CODEGEN_CC_H

#include "codegen/cc/cc_command.h"
#include "frontend/options/options.h"

// Does what the C compiler would do with options->cc. Returns the exit status. The host compiler is $CURESTRUCT_CC, or
// cc; nvcc is $CURESTRUCT_NVCC, or the one on the path or of /usr/local/cuda.
int cc_run(Arena *arena, Diag *diag, const Options *options);

// A program or a shared object; sources with directives become temporary objects first. Returns the exit status.
int cc_link(Arena *arena, Diag *diag, CcCommand *command);

// curestruct -E: the host compiler's preprocessed text of the input. Returns the exit status.
int cc_preprocess(Arena *arena, const Options *options);

#endif
