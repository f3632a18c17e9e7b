// Catches plans that do not carry out, so that the nest is refused: loops moved outwards over a sum whose order nobody
// may change (tiles of a size that only the call knows), and tiles of a triangle that leave several rows to a thread.
// RUN: %curestruct -v %s -o /dev/null 2>&1 | FileCheck %s
// RUN: %same %s %t
// CHECK: 3 of 3 nests restructured
#include <stdio.h>

enum { N = 19, M = 23, P = 11 };
static unsigned c[N][M], a[N][P], b[P][M], t[N][M];

static void product(int n, int m, int p, int step)
{
#pragma curestruct
    for (int kk = 0; kk < p; kk += step)
        for (int ii = 0; ii < n; ii += step)
            for (int jj = 0; jj < m; jj += step)
                for (int i = ii; i < (ii + step < n ? ii + step : n); i++)
                    for (int k = kk; k < kk + step && k < p; k++)
                        for (int j = jj; j < jj + step && j < m; j++)
                            c[i][j] += a[i][k] * b[k][j];
}

static int triangle(int n, int m)
{
    int j = 5;
#pragma curestruct tile(16)
    for (int i = 2; i < n; ++i)
        for (j = i + 1; j < m; j++)
            t[i][j] = c[i][j] * 3 + (unsigned)i;
#pragma curestruct tile(8, 16)
    for (int i = 2; i < n; ++i)
        for (int k = 0; k < i; k++)
            t[i][k] = c[k][i];
    return j;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < P; k++)
            a[i][k] = (unsigned)(i * 7 + k);
    for (int k = 0; k < P; k++)
        for (int j = 0; j < M; j++)
            b[k][j] = (unsigned)(k * k + 3 * j);
    for (int step = 1; step < 9; step += 3)
        product(N, M, P, step);
    printf("%d %d\n", triangle(N, M), triangle(3, M));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            printf("%u %u\n", c[i][j], t[i][j]);
    return 0;
}
