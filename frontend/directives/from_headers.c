// The headers by name (contract in from_headers.h). Their bytes are made from runtime/headers when this is built.
#include "frontend/directives/from_headers.h"

#include <string.h>

extern const unsigned char from_omp_text[], from_acc_text[];

const FromHeader from_headers[] = {
    {FROM_HEADERS "/omp.h", "omp.h", "_OPENMP", (const char *)from_omp_text},
    {FROM_HEADERS "/openacc.h", "openacc.h", "_OPENACC", (const char *)from_acc_text},
    {0},
};

const FromHeader *from_header_at(const char *path)
{
    for (const FromHeader *header = from_headers; path && header->path; header++)
        if (!strcmp(header->path, path))
            return header;
    return NULL;
}
