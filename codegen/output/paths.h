// File names; more of them is in ir/base.h. All results live in the arena.
#ifndef CURESTRUCT_CODEGEN_PATHS_H
#define CURESTRUCT_CODEGEN_PATHS_H

#include "ir/base.h"

const char *path_join(Arena *arena, const char *folder, const char *path); // `path` itself when absolute
// The name with `suffix` in place of its own, if it has one: "src/mm.d". A dot at its beginning begins no suffix.
const char *path_with_suffix(Arena *arena, const char *path, const char *suffix);
const char *path_unquoted(Arena *arena, const char *spelling);     // real.h of "real.h" or <real.h>
const char *path_in_comment(Arena *arena, const char *path);       // of one line: what would end it is "?"
bool path_same(Arena *arena, const char *left, const char *right); // both exist and are one file
const char *path_absolute(Arena *arena, const char *path);
const char *path_relative(Arena *arena, const char *folder, const char *path); // from `folder`, which exists

#endif
