// C text to IR. The only entry to the front end. Only clang, control, dataflow, numbers, program and
// this file use libclang.
#ifndef CURESTRUCT_FRONTEND_READER_H
#define CURESTRUCT_FRONTEND_READER_H

#include "frontend/host.h"

// Reads `path` ("-": standard input, named "<stdin>") with the arguments given to clang. Reports errors; NULL if the
// file cannot be read or has errors. A nest that uses something that the IR cannot hold is refused (by the name of the
// construct and its position), kept in the unit with `refused` set and a NULL body.
Unit *read_unit(Arena *arena, Diag *diag, const char *path, const char *const *clang_arguments, int count);

// The C files of which a program is made, so far as that is known.
typedef struct ProgramFiles {
    const char *named_by; // "the compilation database 'build/compile_commands.json'"
    const char *const *paths;
    int count; // a file stands there once for each way in which it is compiled
    // The arguments of one of them. false: they are not understood.
    bool (*read_arguments)(void *context, int index, OtherFile *file);
    void *context;
} ProgramFiles;

typedef struct ReadRequest {
    const char *path;
    const char *const *arguments; // for clang
    int nargument;
    int languages;           // whose directives are read as well: bits of FromLanguage (directives/from_table.h)
    bool of_program;         // the host's code is read even if there are no nests
    const OtherFile *others; // whose functions nests may call
    int nother;
    // Asked when a nest calls a function that none of them defines. NULL, or returns NULL: nothing is known.
    const ProgramFiles *(*find_program)(void *context);
    void *context;
} ReadRequest;

Unit *read_unit_from(Arena *arena, Diag *diag, const ReadRequest *request);

// Whether `text` is C++: reports the first few errors as "use --host=FILE.c" at the position that `map` gives (offset
// in `text` to offset in the source; NULL: no position). Used on the host part of a stand-alone out.cu.
bool reader_is_cplusplus(Unit *unit, const char *text, const char *const *clang_arguments, int count,
                         size_t (*map)(void *context, size_t offset), void *context);

#endif
