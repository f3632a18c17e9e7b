// The headers of OpenMP and OpenACC for programs that are read without the compilers that own them: the text of
// runtime/headers. So is the BLAS, for programs whose library is not in sight.
#ifndef CURESTRUCT_FRONTEND_FROM_HEADERS_H
#define CURESTRUCT_FRONTEND_FROM_HEADERS_H

#define FROM_HEADERS "/curestruct-headers" // a folder that only libclang sees

#define BLAS_FILE FROM_HEADERS "/blas.c" // --helpers=blas

#include <stdbool.h>

typedef struct FromHeader {
    const char *path, *name; // FROM_HEADERS "/omp.h", "omp.h"
    const char *macro;       // that the owner's compiler defines: _OPENMP
    const char *text;
} FromHeader;

extern const FromHeader from_headers[]; // ends with a NULL path

bool blas_has(const char *name); // whether BLAS_FILE defines the function

// The header that libclang found there; NULL: another file.
const FromHeader *from_header_at(const char *path);

#endif
