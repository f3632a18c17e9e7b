// The user's macros: they reach into the kernels that follow them in out.cu.
#ifndef CURESTRUCT_CODEGEN_MACROS_H
#define CURESTRUCT_CODEGEN_MACROS_H

#include "codegen/cuda/emit.h"

// Names that the input, its own headers and -D define, sorted.
NameList macro_names(Arena *arena, const Unit *unit, const Options *options);

// `text`, which is ours, protected from macros: the macros that it names are undefined around it.
void emit_without_macros(Text *out, const NameList *macros, const char *text);

// The same for a part of a line: lines are added only at `first` and at `last`, and none if it names no macro.
const char *part_without_macros(Arena *arena, const NameList *macros, const char *text, size_t first, size_t last);

bool has_macro(const NameList *macros, const char *name);

#endif
