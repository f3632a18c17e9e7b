// Catches elements that a tile has of columns in which the loop that uses them has no iteration.
// RUN: %same --host %s %t
#include <stdio.h>

void above(int n, int m, int p, float C[n][m], const float A[p][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = j + 1; k < p; k++)
                C[i][j] += A[j][i] * A[k][i];
}

int main(void)
{
    enum { N = 37, M = 41, P = 5 };
    static float A[P][N], C[N][M];
    for (int i = 0; i < P * N; i++)
        A[i / N][i % N] = (float)(i * 7 % 11);
    above(N, M, P, C, A);
    for (int i = 0; i < N; i++)
        printf("%g %g %g\n", (double)C[i][0], (double)C[i][3], (double)C[i][4]);
    return 0;
}
