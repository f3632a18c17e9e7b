// Messages in forms for programs.
#ifndef CURESTRUCT_CODEGEN_DIAGNOSTICS_H
#define CURESTRUCT_CODEGEN_DIAGNOSTICS_H

#include "frontend/options/options.h"

// All messages as one document on standard error.
void diagnostics_print(Arena *arena, const DiagRecord *messages, MessageForm form);

// An array of objects, a message each, as GCC's -fdiagnostics-format=json has them: kind, message, option, locations
// (of caret and finish: file, line, column), children (notes).
void diagnostics_json(Text *out, const DiagRecord *messages);

// A log of SARIF 2.1.0 (OASIS): a run with one result for each message. Notes are related locations.
void diagnostics_sarif(Text *out, const DiagRecord *messages, const char *version);

#endif
