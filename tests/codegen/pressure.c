// Catches a nest that is left to the host because arrays that it does not use have taken the device's memory: they
// return to the host, and the call tries again. And values that are lost on the way, or memory that is.
// UNSUPPORTED: asan
// RUN: rm -rf %t.d && mkdir %t.d && cp %s %t.d/pressure.c && cd %t.d
// RUN: %curestruct -Werror=refused pressure.c -o out.cu && %cc -w pressure.c -o serial
// RUN: %cxx -std=c++17 -w -pthread -I %simt -x c++ out.cu -x none %simt_library -o program -lm -ldl
// RUN: ./serial > right && CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_TIME=roomy ./program | diff right -
// RUN: CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_SIMT_MEMORY=1200000 CURESTRUCT_TIME=short ./program | diff right -
// RUN: FileCheck --check-prefix=ROOMY --input-file=roomy %s && FileCheck --check-prefix=SHORT --input-file=short %s
//
// The large array is on the device before `again`, unless the sums by key needed its memory.
// ROOMY: fill (pressure.c:{{[0-9]+}}) {{ *}}1 0 {{[0-9]+}} 0 0.000
// ROOMY: count (pressure.c:{{[0-9]+}}) {{ *}}1 0
// ROOMY: again (pressure.c:{{[0-9]+}}) {{ *}}1 0 1 0 0.000
// SHORT: fill (pressure.c:{{[0-9]+}}) {{ *}}1 0 {{[0-9]+}} 0 0.000
// SHORT: count (pressure.c:{{[0-9]+}}) {{ *}}1 0
// SHORT: again (pressure.c:{{[0-9]+}}) {{ *}}1 0 1 1 0.800
// RUN: for fault in malloc:1 malloc:2 malloc:3 malloc:4 malloc:5 memcpy:2 memcpy:3; do \
// RUN:     CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_SIMT_MEMORY=1200000 CURESTRUCT_SIMT_FAIL=$fault ./program 2> err | \
// RUN:         cmp - right || grep -q 'curestruct: .*: error: ' err || exit 1; \
// RUN: done
#include <stdio.h>

enum { LARGE = 100000, KEYS = 3000, N = 40 };

static void fill(double *restrict a)
{
#pragma curestruct
    for (int i = 0; i < LARGE; i++)
        a[i] = 0.5 * i;
}

static void count(double *restrict sums, const int *restrict key)
{
#pragma curestruct schedule("privatize sums global 40 threads 32; combine sums threads 32")
    for (int i = 0; i < N; i++)
        sums[key[i]] += i;
}

static void again(double *restrict a)
{
#pragma curestruct
    for (int i = 0; i < LARGE; i++)
        a[i] += 1;
}

static double large[LARGE], sums[KEYS];
static int key[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        key[i] = i * 997 % KEYS;
    fill(large);
    count(sums, key);
    again(large);
    double all = 0;
    for (int i = 0; i < LARGE; i++)
        all += large[i];
    for (int i = 0; i < KEYS; i++)
        all += sums[i] * i;
    printf("%.17g\n", all);
}
