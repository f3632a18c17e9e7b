// Messages in forms for programs.
#ifndef CURESTRUCT_CODEGEN_DIAGNOSTICS_H
#define CURESTRUCT_CODEGEN_DIAGNOSTICS_H

#include "frontend/options/options.h"

// All messages as one document on standard error.
void diagnostics_print(Arena *arena, const DiagRecord *messages, MessageForm form);

#endif
