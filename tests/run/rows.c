// Catches arrays of row pointers that are taken for one block: rows are allocated apart, in any order, and shared.
// RUN: %same %s %t
// RUN: %same --host %s %t.host
#include "Inputs/checksum.h"

static void add(int rows, int columns, float **sum, float **a, const double *b)
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            sum[i][j] += 2 * a[j][i] + (float)b[j];
}

int main(void)
{
    enum { N = 23, M = 31 };
    static float storage[200][40], *sum[N], *a[M];
    static double b[M];
    for (int i = 0; i < N; i++)
        sum[i] = storage[190 - i];
    for (int i = 0; i < M; i++) {
        a[i] = storage[i * 2];
        b[i] = i;
        for (int j = 0; j < N; j++)
            a[i][j] = (float)(i * j);
    }
    add(N, M, sum, a, b);
    SHOW(storage);
    return 0;
}
