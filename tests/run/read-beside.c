// Catches a sum whose place another statement reads under a condition that excludes the updates: it saw a worker's part
// of the sum instead of the value before. No two iterations conflict, whatever the flag is.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { N = 600, M = 20 };
static int key[N], x[N * M], y[N * M], h[16], c[M];

static void by_key(int n, int flag, const int *restrict k, const int *restrict from, int *restrict to,
                   int *restrict sums)
{
#pragma curestruct copy(sums[0:16])
    for (int i = 0; i < n; i++)
        if (flag)
            to[i] = sums[k[i]];
        else
            sums[k[i]] += from[i];
}

static void elements(int n, int m, int flag, const int *restrict from, int *restrict to, int *restrict sums)
{
#pragma curestruct
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            if (flag)
                to[j * n + i] = sums[j];
            else
                sums[j] += from[j * n + i];
}

static void element(int n, int flag, const int *restrict from, int *restrict to, int *restrict sums)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (flag > 2)
            to[i] = sums[0];
        else
            sums[0] += from[i];
}

int main(void)
{
    for (int i = 0; i < N * M; i++)
        x[i] = i % 17, key[i % N] = i % N % 16;
    for (int flag = 0; flag < 2; flag++) {
        by_key(N, flag, key, x, y, h);
        SHOW(h), SHOW(y);
        elements(N, M, flag, x, y, c);
        SHOW(c), SHOW(y);
        element(N, flag * 3, x, y, c);
        SHOW(c), SHOW(y);
    }
    return 0;
}
