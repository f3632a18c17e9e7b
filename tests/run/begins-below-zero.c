// Catches a signed iterator that is compared with an unsigned bound: rows of a triangle counted as touched where its
// loops do not run (the last row's memory is not there), and nests that replace the original where C compares -1 as the
// largest number.
// RUN: %same --host --fallback -Wno-sign-compare %s %t
// RUN: %curestruct check --on cpu %s | FileCheck %s
#include "Inputs/checksum.h"
#include "Inputs/edge.h"

#include <stddef.h>

enum { N = 60 };
static int a[N + 8], sums[N];

// CHECK: upper: 1 of 1 nests, {{.*}}PASS
static void upper(size_t n, unsigned short (*restrict rows)[n + 2])
{
#pragma curestruct
    for (size_t i = 2; i < n + 2; i++)
        for (long long j = i; j <= n; j++)
            rows[i][j] += 2 * i;
}

// CHECK: behind: 1 of 1 nests, {{.*}}PASS
static void behind(size_t n, int *restrict to, const int *restrict from)
{
#pragma curestruct
    for (size_t i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            to[i] += from[j];
}

// From below 0 it does not run.
// CHECK: between: 1 of 1 nests, {{.*}}PASS
static void between(int first, unsigned end, int *restrict to)
{
#pragma curestruct
    for (int i = first; i < end; i++)
        to[i] += 3;
}

int main(void)
{
    for (size_t n = 1; n < N; n += 7) {
        unsigned short(*rows)[n + 2] = edge((n + 1) * sizeof *rows, 1); // row n + 1 is never touched
        upper(n, rows);
        for (size_t i = 0; i < (n + 1) * (n + 2); i++)
            a[i % N] += rows[0][i];
        SHOW(a);
        behind(n, sums, a);
        SHOW(sums);
    }
    for (int first = -3; first < 4; first++) {
        between(first, N, a);
        SHOW(a);
    }
    return 0;
}
