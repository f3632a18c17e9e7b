// Catches a factorization that is refused, or whose sequential loop is cut wrongly: LU and Cholesky as textbooks write
// them.
// UNSUPPORTED: asan
// RUN: env CURESTRUCT_CHECK_SIZES=2 %curestruct check --on cpu %s | FileCheck %s
// CHECK: lu_vla: 1 of 1 nests, {{.*}} PASS
// CHECK: lu_flat: 1 of 1 nests, {{.*}} PASS
// CHECK: lu_rows: 1 of 1 nests, {{.*}} PASS
// CHECK: lu_global: 1 of 1 nests, {{.*}} PASS
// CHECK: gauss: 1 of 1 nests, {{.*}} PASS
// CHECK: cholesky_right: 1 of 1 nests, {{.*}} PASS
// CHECK: cholesky_left: 1 of 1 nests, {{.*}} PASS
// CHECK: cholesky_crout: 1 of 1 nests, {{.*}} PASS
// CHECK: cholesky_rows: 1 of 1 nests, {{.*}} PASS
// CHECK: cholesky_global: 1 of 1 nests, {{.*}} PASS
#include <math.h>

enum { N = 48 };
static double G[N][N], H[N], U[N];

// LU without pivoting, right-looking: VLA parameter
void lu_vla(int n, double a[n][n])
{
#pragma curestruct
    for (int k = 0; k < n - 1; k++) {
        for (int i = k + 1; i < n; i++)
            a[i][k] /= a[k][k];
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}

// one row at a time, the multiplier in a scalar: flattened
void lu_flat(int n, double *a)
{
#pragma curestruct
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double f = a[i * n + k] / a[k * n + k];
            a[i * n + k] = f;
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= f * a[k * n + j];
        }
}

void lu_rows(int n, double **a)
{
    int i, j, k;
#pragma curestruct
    for (k = 0; k < n; k++) {
        for (i = k + 1; i < n; i++)
            a[i][k] = a[i][k] / a[k][k];
        for (i = k + 1; i < n; i++)
            for (j = k + 1; j < n; j++)
                a[i][j] = a[i][j] - a[i][k] * a[k][j];
    }
}

void lu_global(void)
{
#pragma curestruct
    for (int k = 0; k < N; k++) {
        for (int j = k + 1; j < N; j++)
            G[k][j] = G[k][j] / G[k][k];
        for (int i = k + 1; i < N; i++)
            for (int j = k + 1; j < N; j++)
                G[i][j] = G[i][j] - G[i][k] * G[k][j];
    }
}

// Gaussian elimination with a right-hand side
void gauss(int n, float *restrict m, float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int t = 0; t < n - 1; t++) {
        for (int i = 0; i < n - 1 - t; i++)
            m[n * (i + t + 1) + t] = a[n * (i + t + 1) + t] / a[n * t + t];
        for (int i = 0; i < n - 1 - t; i++) {
            for (int j = 0; j < n - t; j++)
                a[n * (i + 1 + t) + (j + t)] -= m[n * (i + 1 + t) + t] * a[n * t + (j + t)];
            b[i + 1 + t] -= m[n * (i + 1 + t) + t] * b[t];
        }
    }
}

// Cholesky by columns, right-looking
void cholesky_right(int n, double a[n][n])
{
#pragma curestruct
    for (int k = 0; k < n; k++) {
        a[k][k] = sqrt(a[k][k]);
        for (int i = k + 1; i < n; i++)
            a[i][k] /= a[k][k];
        for (int j = k + 1; j < n; j++)
            for (int i = j; i < n; i++)
                a[i][j] -= a[i][k] * a[j][k];
    }
}

// left-looking, by columns
void cholesky_left(int n, double *a)
{
#pragma curestruct
    for (int j = 0; j < n; j++) {
        for (int k = 0; k < j; k++)
            for (int i = j; i < n; i++)
                a[i * n + j] -= a[i * n + k] * a[j * n + k];
        a[j * n + j] = sqrt(a[j * n + j]);
        for (int i = j + 1; i < n; i++)
            a[i * n + j] /= a[j * n + j];
    }
}

// Cholesky-Banachiewicz, sums in a scalar, by columns (Crout)
void cholesky_crout(int n, double a[n][n], double l[n][n])
{
#pragma curestruct
    for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int k = 0; k < j; k++)
            sum += l[j][k] * l[j][k];
        l[j][j] = sqrt(a[j][j] - sum);
        for (int i = j + 1; i < n; i++) {
            sum = 0;
            for (int k = 0; k < j; k++)
                sum += l[i][k] * l[j][k];
            l[i][j] = (a[i][j] - sum) / l[j][j];
        }
    }
}

// by rows
void cholesky_rows(int n, double a[n][n], double l[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0;
            for (int k = 0; k < j; k++)
                sum += l[i][k] * l[j][k];
            if (i == j)
                l[i][j] = sqrt(a[i][i] - sum);
            else
                l[i][j] = (a[i][j] - sum) / l[j][j];
        }
}

void cholesky_global(void)
{
    int i, j, k;
#pragma curestruct
    for (k = 0; k < N; k++) {
        G[k][k] = sqrt(G[k][k]);
        for (j = k + 1; j < N; j++)
            G[k][j] /= G[k][k];
        for (i = k + 1; i < N; i++)
            for (j = i; j < N; j++)
                G[i][j] -= G[k][i] * G[k][j];
    }
}
