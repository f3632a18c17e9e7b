// Files that are built once per user and kept: the CPU runtime and the harness of `check`.
#ifndef CURESTRUCT_CODEGEN_KEPT_H
#define CURESTRUCT_CODEGEN_KEPT_H

#include "ir/base.h"

// How the CPU runtime's archive is compiled, which check and run share.
#define KEPT_SIMT_FLAGS "-std=c++17 -O2 -fPIC -fvisibility=hidden -ftls-model=initial-exec -w"
// How check compiles generated code, and the CPU runtime's header in front of it. -Og: the compiler takes two thirds of
// the time that it takes with -O1, and what is compiled runs once.
#define KEPT_GENERATED_FLAGS \
    "-std=c++17 -Og -fPIC -fvisibility=hidden -ffp-contract=off -fno-strict-aliasing -w -ftls-model=initial-exec"

// Of all runtime files below `prefix`, of the compiler that builds them, and of the flags above.
uint64_t kept_hash(const char *prefix, const char *compiler);
// A folder that only this user can write, or NULL.
const char *kept_folder(Arena *arena);
// Copies under another name and renames, so that other processes see the whole file or none.
bool kept_add(Arena *arena, const char *from, const char *to);

#endif
