// Catches an inspector that reads its index array in each step of a loop although nobody has changed it, and one that
// trusts an earlier result although the host or a nest has changed the indices, a small array that stays on the host,
// or a scalar.
// UNSUPPORTED: asan
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && grep -v "^// " %s > gather.c
// RUN: %curestruct -Wno-assume gather.c -o gather.cu
// RUN: sed 's/^ *crs_remember(/fprintf(stderr, "measured\\n"); &/' gather.cu > said.cu
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -Wno-unknown-pragmas -pthread -I %simt -x c++ said.cu -x none \
// RUN:     %simt_library -o program -lm -ldl && %cc -w gather.c -o serial -lm
// RUN: ./serial > serial.out && CURESTRUCT_SIMT_LEAKS=1 ./program 2> measured | diff serial.out -
//
// Both measure in the first two steps, as no array is on the device before the first one ends. gather then measures
// after the three changes of the indices, the one of the offsets and the one of `shift`.
// RUN: grep -c measured measured | FileCheck --check-prefix=COUNT %s
// COUNT: {{^}}9{{$}}
//
// A version that does not change.
// RUN: for line in 'kept.version = ++crs_keep_table_1().changes' 'kept.version = ++table.changes'; do \
// RUN:     sed "s/^ *$line;/;/" gather.cu > stale.cu && ! cmp -s gather.cu stale.cu && \
// RUN:     %cxx -std=c++17 -w -pthread -I %simt -x c++ stale.cu -x none %simt_library -o stale -lm -ldl && \
// RUN:     ./stale > stale.out 2>&1; cmp -s serial.out stale.out && exit 1; done; true
#include <stdio.h>
#include <stdlib.h>

enum { N = 64, ALL = 1100 };

static void gather(int n, int shift, const int *index, const int *offset, const float *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] += x[index[i] + offset[i % 4] + shift];
}

static void turn(int n, int *index)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        index[i] = (index[i] * 5 + 300) % 960;
}

// The scalar changes in each call, but no subscript depends on it.
static void scale(int n, float factor, const int *index, const float *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = 0.5f * y[i] + factor * x[index[i]];
}

int main(void)
{
    int *index = malloc(N * sizeof *index), *fixed = malloc(N * sizeof *fixed), *offset = calloc(4, sizeof *offset);
    float *x = malloc(ALL * sizeof *x), *y = calloc(N, sizeof *y), *z = calloc(N, sizeof *z);
    for (int i = 0; i < N; i++) {
        index[i] = i / 4;
        fixed[i] = (i * 7) % 500;
    }
    for (int i = 0; i < ALL; i++)
        x[i] = (float)(i % 37) + 0.25f * (float)(i % 5);
    int shift = 0;
    for (int t = 0; t < 12; t++) {
        gather(N, shift, index, offset, x, y);
        scale(N, 0.125f * (float)t, fixed, x, z);
        if (t == 2)
            index[5] = 800;
        if (t == 4 || t == 6)
            turn(N, index);
        if (t == 8)
            shift = 40;
        if (t == 9)
            offset[2] = 55;
    }
    double sum = 0;
    for (int i = 0; i < N; i++) {
        sum += y[i];
        printf("%g %g\n", y[i], z[i]);
    }
    printf("%g\n", sum);
    free(index);
    free(fixed);
    free(offset);
    free(x);
    free(y);
    free(z);
    return 0;
}
