// Catches a block of memory that a launcher looks up although code that is not in the file may have freed it: then its
// end may be that of another block. And one that is not looked up because a function of the compiler's own is called.
// RUN: %curestruct %s -o - 2>&1 | FileCheck %s
// RUN: %curestruct -DOTHER %s -o - 2>&1 | FileCheck --check-prefix=REFUSED %s
// RUN: %curestruct -DPOINTER %s -o - 2>&1 | FileCheck --check-prefix=REFUSED %s
// RUN: %curestruct -DMACRO %s -o - 2>&1 | FileCheck --check-prefix=REFUSED %s
// RUN: %curestruct -DLIBRARY %s -o - 2>&1 | FileCheck --check-prefix=REFUSED %s
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define RELEASE(p) free(p)
void other(int *block);
static void (*volatile release)(void *) = 0;
static long steps(int n, const int *next)
{
    long all = 0;
#pragma curestruct
    for (int u = 0; u < n; u++)
        for (int v = u; v != 0; v = next[v])
            all++;
    return all;
}
int main(void)
{
    int *next = calloc(1000, 4);
    printf("%ld %d\n", steps(1000, next), INFINITY > next[1]);
#if defined OTHER
    other(next);
#elif defined POINTER
    release(next);
#elif defined MACRO
    RELEASE(next);
#elif defined LIBRARY
    next = reallocarray(next, 1000, 8);
#else
    free(next);
#endif
    return 0;
}
// CHECK: note: the nest runs on the device only if this file allocates 'next'
// REFUSED: the nest stays serial: how much of 'next' it touches is not known
