// Catches arrays in ordinary memory that are copied although kernels shall work where they are, or that kernels work
// on where the device cannot; an array that a nest reads as it was, but while it changes; a fault after which the
// serial loop runs on such results; and a pool of the device's memory that keeps all of it.
// RUN: rm -rf %t && mkdir %t && cp %s %t/unified.c && cd %t
// RUN: %curestruct -Werror=refused --no-residency unified.c -o out.cu --host=host.c -DPOOL
// RUN: cp %S/Inputs/pool.cpp . && %cc -w -c -DPOOL host.c
// RUN: %cxx -std=c++17 -w -pthread -I %simt -x c++ out.cu pool.cpp -x none host.o %simt_library -o out -lm -ldl
// RUN: CURESTRUCT_SIMT_MEMORY=1000000 ./out > right
// RUN: FileCheck --check-prefix=POOL --input-file=right %s
// POOL: 500000
// RUN: export CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_SIMT_MEMORY=1000000; \
// RUN:     CURESTRUCT_MEMORY=unified CURESTRUCT_TIME=cannot ./out | diff right - && \
// RUN:     CURESTRUCT_SIMT_HOST_POINTERS=1 CURESTRUCT_MEMORY=unified CURESTRUCT_TIME=all ./out | diff right - && \
// RUN:     CURESTRUCT_SIMT_HOST_POINTERS=1 CURESTRUCT_MEMORY=auto CURESTRUCT_TIME=some ./out | diff right - && \
// RUN:     CURESTRUCT_SIMT_HOST_POINTERS=1 CURESTRUCT_MEMORY=copy CURESTRUCT_TIME=none ./out | diff right -
// RUN: FileCheck --check-prefix=COPIES --input-file=cannot %s
// RUN: FileCheck --check-prefix=ALL --input-file=all %s
// RUN: FileCheck --check-prefix=SOME --input-file=some %s
// RUN: FileCheck --check-prefix=COPIES --input-file=none %s
// COPIES: scale (unified.c:{{[0-9]+}}) {{ *}}1 0 1 2 0.016
// COPIES: late (unified.c:{{[0-9]+}}) {{ *}}1 0 1 2 0.016
// COPIES: sum (unified.c:{{[0-9]+}}) {{ *}}1 0 1 {{[23]}} 0.008
// ALL: scale (unified.c:{{[0-9]+}}) {{ *}}1 0 1 0 0.000
// ALL: late (unified.c:{{[0-9]+}}) {{ *}}1 0 1 1 0.008
// ALL: sum (unified.c:{{[0-9]+}}) {{ *}}1 0 1 0 0.000
// SOME: scale (unified.c:{{[0-9]+}}) {{ *}}1 0 1 0 0.000
// SOME: late (unified.c:{{[0-9]+}}) {{ *}}1 0 1 2 0.016
// SOME: sum (unified.c:{{[0-9]+}}) {{ *}}1 0 1 {{[23]}} 0.008
// RUN: CURESTRUCT_SIMT_HOST_POINTERS=1 CURESTRUCT_MEMORY=unified CURESTRUCT_SIMT_FAIL=sync:1 \
// RUN:     not --crash ./out > stop 2>&1
// RUN: grep -q 'scale (unified.c:[0-9]*): error: kernel: .* on data that has changed)' stop
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

void scale(int n, double *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = a[i] * a[i] + a[i];
}

// The two may be one array, of which later elements are read as they were.
void late(int n, double *a, const double *b)
{
#pragma curestruct
    for (int i = 0; i < n - 1; i++)
        a[i] = b[i + 1] * 2;
}

double sum(int n, const double *a)
{
    double total = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        total += a[i];
    return total;
}

#ifdef POOL
extern unsigned long kept(void);
#else
static unsigned long kept(void)
{
    return 500000;
}
#endif

int main(void)
{
    double *a = (double *)malloc(N * sizeof *a);
    for (int i = 0; i < N; i++)
        a[i] = i % 17;
    scale(N, a);
    printf("%g\n", a[N - 1] + a[3]);
    late(N, a, a);
    printf("%g\n", a[0] + 3 * a[N / 2]);
    printf("%.15g\n", sum(N, a));
    printf("%lu\n", kept());
    free(a);
    return 0;
}
