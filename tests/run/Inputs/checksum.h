// One number for the contents of an array: order and every bit count.
#ifndef CHECKSUM_H
#define CHECKSUM_H

#include <stdio.h>

static unsigned long checksum_bytes(const void *bytes, unsigned long size)
{
    unsigned long hash = 14695981039346656037ul;
    for (unsigned long i = 0; i < size; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211ul;
    return hash;
}

#define SHOW(array) printf("%s %016lx\n", #array, checksum_bytes(array, sizeof(array)))

#endif
