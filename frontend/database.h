// Compilation databases: the compile_commands.json that CMake, Meson and Bear write.
#ifndef CURESTRUCT_FRONTEND_DATABASE_H
#define CURESTRUCT_FRONTEND_DATABASE_H

#include "frontend/options/response.h"

typedef struct CompileCommand {
    Arguments words;    // as the build runs it; the compiler comes first
    const char *folder; // in which it runs, absolute
} CompileCommand;

// The command that compiles `source`, the first if there are several. `database` is the file or its folder. false:
// there is none, and *why is the reason. All strings live in the arena.
bool database_command(Arena *arena, const char *database, const char *source, CompileCommand *command,
                      const char **why);

typedef struct DatabaseFile {
    const char *path; // absolute, or relative to the working directory of this process
    CompileCommand command;
} DatabaseFile;
typedef VECTOR(DatabaseFile) DatabaseFiles;

// All of its commands. false: it cannot be read.
bool database_files(Arena *arena, const char *database, DatabaseFiles *files);

// Whether both paths lead to one file. false also if there is none.
bool same_file(const char *left, const char *right);

// By its name: "src/mm.c". Hidden files are none.
bool is_c_file(const char *path);

#endif
