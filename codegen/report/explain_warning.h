// What the page of warnings says of one of them.
#ifndef CURESTRUCT_CODEGEN_EXPLAIN_WARNING_H
#define CURESTRUCT_CODEGEN_EXPLAIN_WARNING_H

#include "frontend/options/options.h"

// Prints the part of docs/warnings.md about `topic`, "refused" or "refused=scan". Returns the exit status: 2 where
// there is none, which was reported with those that there are.
int explain_warning(Arena *arena, Diag *diag, const char *topic);

// `explain` without an input: a warning (-WNAME), or the table of OpenMP or OpenACC (--from=omp).
int explain_page(Arena *arena, Diag *diag, const Options *options);

#endif
