// Catches x ^ mask that is no affine subscript, or one of other elements than it accesses: below zero, at the end of an
// array, and with a mask that is not all of the lowest bits.
// RUN: %same %s %t
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck --check-prefix=SAID --allow-empty %s
// SAID-NOT: -Wrefused
// SAID-NOT: -Wsequential
#include "Inputs/checksum.h"

enum { N = 203, M = 16 };
static int x[N + 8], y[N + 8], z[N * M];
static unsigned words[N * M];

static void in_fours(int first, int last, int *restrict to)
{
#pragma curestruct
    for (int i = first; i < last; i++)
        to[(i ^ 3) + 4] = to[(i ^ 3) + 4] * 3 + i;
}

static void in_rows(int n, int m, int *to)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[i * m + (j ^ 7)] -= to[i * m + (j ^ 7)] / 2 + j;
}

static void pairs(unsigned n, unsigned *restrict to, const int *restrict from)
{
#pragma curestruct
    for (unsigned i = 0; i < n; i++)
        to[i ^ 1u] = from[i ^ 5] + to[i ^ 1u];
}

int main(void)
{
    for (int i = 0; i < N * M; i++)
        z[i] = i * 37 % 101, words[i] = i * 11u;
    for (int i = 0; i < N + 8; i++)
        x[i] = i * i % 97, y[i] = i;
    in_fours(-4, N - 3, x);
    in_fours(1, 1, y);
    in_fours(2, 3, y);
    SHOW(x);
    SHOW(y);
    in_rows(N, M, z);
    SHOW(z);
    pairs(N, words, x);
    SHOW(words);
    return 0;
}
