// Catches dimensions of a declaration that are taken for one another: constants between variable ones, typedefs that
// hold the inner ones, incomplete outer ones, many.
// RUN: %same --host %s %t
#include "Inputs/checksum.h"

typedef int row_t[5];
typedef row_t page_t[3];

static void between(int n, int A[n][4][n][3], const int *c)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < n; k++)
                for (int l = 0; l < 3; l++)
                    A[i][j][k][l] += 100 * i + 10 * j + k + c[l];
}

static void outer(int n, int A[][4][n], int (*B)[n][2])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < n; k++)
                A[i][j][k] += B[k][i][j % 2];
}

static void named(int n, row_t A[restrict n], page_t *restrict B, page_t C[restrict 2][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 5; k++) {
                B[i][j][k] += A[i][k] * (j + 1);
                C[1][i][j][k] -= B[i][j][k];
            }
}

static int deep(int n)
{
    int A[2][n][3][n][2][n];
#pragma curestruct
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < n; b++)
            for (int c = 0; c < 3; c++)
                for (int d = 0; d < n; d++)
                    for (int e = 0; e < 2; e++)
                        for (int f = 0; f < n; f++)
                            A[a][b][c][d][e][f] = ((((a * 7 + b) * 7 + c) * 7 + d) * 7 + e) * 7 + f;
    unsigned hash = 0;
    for (int *p = &A[0][0][0][0][0][0]; p < &A[0][0][0][0][0][0] + 12 * n * n * n; p++)
        hash = hash * 31 + (unsigned)*p;
    return (int)hash;
}

int main(void)
{
    enum { N = 6 };
    static int A[N][4][N][3], B[N][4][N], C[N][N][2], D[N][5], E[N][3][5], F[2][N][3][5];
    int c[3] = {1, 2, 3};
    for (int i = 0; i < N * N * 2; i++)
        ((int *)C)[i] = i * i;
    for (int i = 0; i < N * 5; i++)
        ((int *)D)[i] = 3 * i + 1;
    between(N, A, c);
    SHOW(A);
    outer(N, B, C);
    SHOW(B);
    named(N, D, E, F);
    SHOW(E);
    SHOW(F);
    int hash[] = {deep(N)};
    SHOW(hash);
    return 0;
}
