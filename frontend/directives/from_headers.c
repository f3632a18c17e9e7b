// The headers by name (contract in from_headers.h). Their bytes are made from runtime/headers when this is built.
#include "frontend/directives/from_headers.h"

#include <stdio.h>
#include <string.h>

extern const unsigned char from_omp_text[], from_acc_text[], from_blas_text[];

const FromHeader from_headers[] = {
    {FROM_HEADERS "/omp.h", "omp.h", "_OPENMP", (const char *)from_omp_text},
    {FROM_HEADERS "/openacc.h", "openacc.h", "_OPENACC", (const char *)from_acc_text},
    {BLAS_FILE, "blas.c", "", (const char *)from_blas_text},
    {0},
};

bool blas_has(const char *name)
{
    char macro[32]; // "x##gemm_(", which is in its text
    if ((*name != 's' && *name != 'd') || strlen(name) > sizeof macro - sizeof "x##(")
        return false;
    snprintf(macro, sizeof macro, "x##%s(", name + 1);
    return strstr((const char *)from_blas_text, macro) != NULL;
}

const FromHeader *from_header_at(const char *path)
{
    for (const FromHeader *header = from_headers; path && header->path; header++)
        if (!strcmp(header->path, path))
            return header;
    return NULL;
}
