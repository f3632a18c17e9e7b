// The files of runtime/ inside the program itself, so that it works from any folder (cmake/embed.cmake).
#ifndef CURESTRUCT_CODEGEN_EMBEDDED_H
#define CURESTRUCT_CODEGEN_EMBEDDED_H

#include <stddef.h>

typedef struct EmbeddedFile {
    const char *name; // relative to runtime/: "prelude/launch.cuh", "../docs/warnings.md"
    const char *text; // NUL-terminated
    size_t length;
} EmbeddedFile;

extern const EmbeddedFile embedded_files[]; // ends with a NULL name

#endif
