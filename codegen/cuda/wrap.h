// Breaks long lines of emitted code.
#ifndef CURESTRUCT_CODEGEN_CUDA_WRAP_H
#define CURESTRUCT_CODEGEN_CUDA_WRAP_H

#include "ir/base.h"

void emit_wrapped(Text *out, const char *code); // whole lines, those over 120 columns broken

#endif
