// What the files share that make one program of several: versions_join.c (of whole nests), versions_join_part.c.
#ifndef CURESTRUCT_TRANSFORM_PLAN_VERSION_JOIN_H
#define CURESTRUCT_TRANSFORM_PLAN_VERSION_JOIN_H

#include "transform/plan/versions/versions.h"

// What the host part of the program needs is part of `joined`, and its conditions are those of the version.
void version_join(Arena *arena, Program *joined, Program *program, Version *version);
// The host part of the program, whose kernels have names of their own.
Stmt *version_named(Arena *arena, const Program *program, const char *version);
// `body` where the launcher takes the version, otherwise the other statement.
Stmt *version_choice(Arena *arena, const Version *version, Stmt *body, Stmt *otherwise);
// `version NAME of LOOP when CONDITION;` and its steps.
void version_print(Text *schedule, const Version *version, const char *steps);

#endif
