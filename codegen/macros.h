// The user's macros: they reach into the kernels that stand behind them in out.cu.
#ifndef CURESTRUCT_CODEGEN_MACROS_H
#define CURESTRUCT_CODEGEN_MACROS_H

#include "codegen/emit.h"

// Names that the input, its own headers and -D define, in no order.
NameList macro_names(Arena *arena, const Unit *unit, const Options *options);

// Renames symbols and arrays of the nests that are called as a macro is, and puts names of math functions that a macro
// has taken in parentheses, which no function-like macro sees.
void protect_from_macros(Arena *arena, Unit *unit, Program *const *programs, const NameList *macros);

bool has_macro(const NameList *macros, const char *name);

#endif
