// The headers of OpenMP and OpenACC for programs that are read without the compilers that own them: the text of
// runtime/headers.
#ifndef CURESTRUCT_FRONTEND_FROM_HEADERS_H
#define CURESTRUCT_FRONTEND_FROM_HEADERS_H

#define FROM_HEADERS "/curestruct-headers" // a folder that only libclang sees

typedef struct FromHeader {
    const char *path, *name; // FROM_HEADERS "/omp.h", "omp.h"
    const char *macro;       // that the owner's compiler defines: _OPENMP
    const char *text;
} FromHeader;

extern const FromHeader from_headers[]; // ends with a NULL path

// The header that libclang found there; NULL: another file.
const FromHeader *from_header_at(const char *path);

#endif
