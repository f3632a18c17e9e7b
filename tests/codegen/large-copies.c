// Catches a large copy through the pinned buffers that loses or moves a chunk, above all the last, shorter one; one
// that goes on after a fault of one of its threads; buffers that two threads of the program use at once, or that are
// never freed.
// UNSUPPORTED: asan
// RUN: rm -rf %t.d && split-file %s %t.d && cd %t.d
// RUN: %curestruct -Werror=refused main.c -o main.cu
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -Wno-unknown-pragmas -pthread -I %simt -x c++ main.cu \
// RUN:     -x none %simt_library -o program -lm -ldl
// RUN: %cc -pthread -w main.c -o serial
// RUN: ./serial > serial.out && CURESTRUCT_ON_ERROR=abort CURESTRUCT_SIMT_LEAKS=1 ./program 2>&1 | diff serial.out -
// The first call has 9 chunks to the device and 9 back.
// RUN: CURESTRUCT_SIMT_FAIL=memcpy:5 CURESTRUCT_SIMT_LEAKS=1 ./program > out 2> err; diff serial.out out
// RUN: FileCheck --check-prefix=TO %s < err
// TO: curestruct: twice (main.c:{{[0-9]+}}): serial: copying to the device: {{.+}}
// RUN: CURESTRUCT_SIMT_FAIL=memcpy:12 not --crash ./program 2>&1 | FileCheck --check-prefix=BACK %s
// BACK: curestruct: twice (main.c:{{[0-9]+}}): error: copying back: {{.+}}
// RUN: CURESTRUCT_SIMT_FAIL=malloc:3 ./program 2>&1 | diff serial.out -

//--- main.c
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void twice(long n, const int *a, int *b)
{
#pragma curestruct
    for (long i = 0; i < n; i++)
        b[i] = 2 * a[i] + 1;
}

static unsigned long hash(long n, const int *b)
{
    unsigned long h = 14695981039346656037ul;
    for (long i = 0; i < n; i++)
        h = (h ^ (unsigned)b[i]) * 1099511628211ul;
    return h;
}

static void *run(void *result)
{
    long n = (17 << 20) / 4 + 12345;
    int *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b);
    for (long i = 0; i < n; i++)
        a[i] = (int)(i * 2654435761u >> 8);
    twice(n, a, b);
    *(unsigned long *)result = hash(n, b);
    free(a);
    free(b);
    return NULL;
}

static int kept(void)
{
    long n = 5000000;
    int *a = calloc((size_t)n, sizeof *a);
    int sum = 0;
#pragma curestruct enter copyin(a[0:n])
    twice(n, a, a);
#pragma curestruct update host(a[0:n])
    sum += a[n - 1];
#pragma curestruct exit delete(a[0:n])
    for (int t = 0; t < 2; t++)
        twice(n, a, a);
    sum += a[n - 1] + a[0];
    free(a);
    return sum;
}

int main(void)
{
    unsigned long first, second;
    pthread_t thread;
    run(&first);
    pthread_create(&thread, NULL, run, &second);
    run(&first);
    pthread_join(thread, NULL);
    printf("%d %lx %d\n", first == second, first, kept());
    return 0;
}
