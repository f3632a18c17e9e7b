// Catches indices that come back to the host in each step only because an inspector goes through them, where a kernel
// computes them and the next one uses them (particles by cell: the inspectors took forty times as long as the kernels);
// an inspector on the device that does not see what the host has written; and an array of which a later nest touches
// more, so that all of it takes the way through the host.
// UNSUPPORTED: asan
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && grep -v "^// " %s > gather.c
// RUN: %curestruct -Werror=refused -Wno-assume gather.c -o gather.cu
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -Wno-unknown-pragmas -pthread -I %simt -x c++ gather.cu -x none \
// RUN:     %simt_library -o program -lm -ldl && %cc -w gather.c -o serial -lm
// RUN: ./serial > serial.out && CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_LAUNCHES=trace CURESTRUCT_TIME=times ./program \
// RUN:     | diff serial.out -
//
// The index array moves once, when the first kernel changes it; afterwards one element of it that the host sets, for
// the inspector. x moves with the first gather as far as its subscripts go, and with a later one the rest of it.
// RUN: FileCheck --check-prefix=TRACE %s < trace
// TRACE-COUNT-6: crs_gather_1_range_x
// RUN: FileCheck --check-prefix=TIMES %s < times
// TIMES: turn (gather.c:{{[0-9]+}}) {{ *}}6 {{ *}}0 {{ *}}6 {{ *}}1 {{ *}}0.080
// TIMES: gather (gather.c:{{[0-9]+}}) {{ *}}6 {{ *}}0 {{ *}}12 {{ *}}4 {{ *}}0.120
//
// RUN: sed '/^static inline bool crs_look_at_kept/,/^}/s/return crs_send_kept(call, [*]kept)/return true/' gather.cu \
// RUN:     > stale.cu
// RUN: not cmp -s gather.cu stale.cu
// RUN: %cxx -std=c++17 -w -pthread -I %simt -x c++ stale.cu -x none %simt_library -o stale -lm -ldl
// RUN: ./stale > stale.out 2>&1; not cmp -s serial.out stale.out
#include <stdio.h>
#include <stdlib.h>

enum { N = 20000, ALL = 11000 };

static void turn(int n, int *index)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        index[i] = (index[i] * 5 + 300) % 5000;
}

static void gather(int n, const int *index, const float *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] += x[index[i]];
}

int main(void)
{
    int *index = malloc(N * sizeof *index);
    float *x = malloc(ALL * sizeof *x), *y = calloc(N, sizeof *y);
    for (int i = 0; i < N; i++)
        index[i] = i % 4999;
    for (int i = 0; i < ALL; i++)
        x[i] = (float)(i % 37) + 0.25f * (float)(i % 5);
    for (int t = 0; t < 6; t++) {
        turn(N, index);
        if (t == 3)
            index[5] = 9999;
        gather(N, index, x, y);
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += y[i];
    printf("%g %g %g\n", y[5], y[N - 1], sum);
    free(index);
    free(x);
    free(y);
    return 0;
}
