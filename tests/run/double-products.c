// Catches products of doubles by tensor cores, as they are planned, that leave out rows, columns or terms beside whole
// tiles, or take operands that lie the other way round for those that do not.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { N = 75, M = 90, P = 39 };
static double A[N][P], B[M][P], C[N][M], X[P][M], Y[M][M];
static float Z[P][N];

static void scaled(int n, int m, int p, double alpha, double beta)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double s = 0;
            for (int k = 0; k < p; k++)
                s += A[i][k] * B[j][k];
            C[i][j] = alpha * s + beta * C[i][j];
        }
}

static void differences(int n, int m, int p)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                C[i][j] -= Z[k][i] * X[k][j];
}

static void triangle(int m, int p)
{
#pragma curestruct
    for (int i = 0; i < m; i++)
        for (int j = 0; j <= i; j++)
            for (int k = 0; k < p; k++)
                Y[i][j] += X[k][i] * X[k][j];
}

int main(void)
{
    for (int k = 0; k < P; k++) {
        for (int i = 0; i < N; i++)
            A[i][k] = (i * 7 + k * 3) % 11 - 5, Z[k][i] = (float)((i + k * 5) % 9 - 4);
        for (int j = 0; j < M; j++)
            B[j][k] = (j * 5 + k) % 13 - 6, X[k][j] = (j * 3 + k * 7) % 17 - 8;
    }
    scaled(N, M, P, 2, 3);
    differences(N, M, P);
    triangle(M, P);
    SHOW(C);
    SHOW(Y);
    scaled(N - 11, M - 26, P - 7, 1, 1);
    differences(N - 11, M - 26, P - 7);
    SHOW(C);
    return 0;
}
