// Catches a triangular solve that is refused or wrong: forward and backward, by rows and by columns, with many
// right-hand sides; and Gram-Schmidt.
// RUN: env CURESTRUCT_CHECK_SIZES=2 %curestruct check --on cpu %s | FileCheck %s
// CHECK: forward: 1 of 1 nests, {{.*}} PASS
// CHECK: forward_columns: 1 of 1 nests, {{.*}} PASS
// CHECK: backward: 1 of 1 nests, {{.*}} PASS
// CHECK: backward_columns: 1 of 1 nests, {{.*}} PASS
// CHECK: backward_global: 1 of 1 nests, {{.*}} PASS
// CHECK: many: 1 of 1 nests, {{.*}} PASS
// CHECK: many_right: 1 of 1 nests, {{.*}} PASS
// CHECK: inverse_back: 1 of 1 nests, {{.*}} PASS
// CHECK: classical: 1 of 1 nests, {{.*}} PASS
// CHECK: modified: 1 of 1 nests, {{.*}} PASS
#include <math.h>

enum { N = 48 };
static double G[N][N], H[N], U[N];

void forward(int n, double l[n][n], double x[n], double b[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double s = b[i];
        for (int j = 0; j < i; j++)
            s -= l[i][j] * x[j];
        x[i] = s / l[i][i];
    }
}

void forward_columns(int n, const double *restrict l, double *restrict b)
{
#pragma curestruct
    for (int j = 0; j < n; j++) {
        b[j] /= l[j * n + j];
        for (int i = j + 1; i < n; i++)
            b[i] -= l[i * n + j] * b[j];
    }
}

void backward(int n, const double *restrict u, double *restrict x, const double *restrict y)
{
#pragma curestruct
    for (int i = n - 1; i >= 0; i--) {
        x[i] = y[i];
        for (int j = i + 1; j < n; j++)
            x[i] -= u[i * n + j] * x[j];
        x[i] /= u[i * n + i];
    }
}

void backward_columns(int n, double **u, double *restrict x)
{
#pragma curestruct
    for (int j = n - 1; j >= 0; j--) {
        x[j] = x[j] / u[j][j];
        for (int i = 0; i < j; i++)
            x[i] -= x[j] * u[i][j];
    }
}

void backward_global(void)
{
#pragma curestruct
    for (int i = N - 1; i >= 0; --i) {
        double t = H[i];
        for (int j = i + 1; j < N; ++j)
            t -= G[i][j] * U[j];
        U[i] = t / G[i][i];
    }
}

void many(int n, int m, double l[n][n], double b[n][m])
{
#pragma curestruct
    for (int r = 0; r < m; r++)
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < i; k++)
                b[i][r] -= l[i][k] * b[k][r];
            b[i][r] /= l[i][i];
        }
}

void many_right(int n, int m, const double *restrict l, double *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int r = 0; r < m; r++) {
            double sum = b[i * m + r];
            for (int k = 0; k < i; k++)
                sum -= l[i * n + k] * b[k * m + r];
            b[i * m + r] = sum / l[i * n + i];
        }
}

void inverse_back(int n, double **u, double **b, int m)
{
#pragma curestruct
    for (int k = n - 1; k >= 0; k--) {
        for (int r = 0; r < m; r++)
            b[k][r] /= u[k][k];
        for (int i = 0; i < k; i++)
            for (int r = 0; r < m; r++)
                b[i][r] -= u[i][k] * b[k][r];
    }
}

void classical(int m, int n, double a[m][n], double q[m][n], double r[n][n])
{
#pragma curestruct
    for (int k = 0; k < n; k++) {
        double norm = 0;
        for (int i = 0; i < m; i++)
            norm += a[i][k] * a[i][k];
        r[k][k] = sqrt(norm);
        for (int i = 0; i < m; i++)
            q[i][k] = a[i][k] / r[k][k];
        for (int j = k + 1; j < n; j++) {
            r[k][j] = 0;
            for (int i = 0; i < m; i++)
                r[k][j] += q[i][k] * a[i][j];
            for (int i = 0; i < m; i++)
                a[i][j] -= q[i][k] * r[k][j];
        }
    }
}

void modified(int m, int n, float *a)
{
#pragma curestruct
    for (int k = 0; k < n; k++) {
        float norm = 0;
        for (int i = 0; i < m; i++)
            norm += a[i * n + k] * a[i * n + k];
        norm = sqrtf(norm);
        for (int i = 0; i < m; i++)
            a[i * n + k] /= norm;
        for (int j = k + 1; j < n; j++) {
            float dot = 0;
            for (int i = 0; i < m; i++)
                dot += a[i * n + k] * a[i * n + j];
            for (int i = 0; i < m; i++)
                a[i * n + j] -= dot * a[i * n + k];
        }
    }
}
