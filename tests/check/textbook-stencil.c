// Catches a stencil in a time loop that is refused or wrong, in one to three dimensions and several array styles.
// RUN: env CURESTRUCT_CHECK_SIZES=2 %curestruct check --on cpu %s | FileCheck %s
// CHECK: jacobi1: 1 of 1 nests, {{.*}} PASS
// CHECK: jacobi2_vla: 1 of 1 nests, {{.*}} PASS
// CHECK: jacobi2_flat: 1 of 1 nests, {{.*}} PASS
// CHECK: jacobi2_swap: 1 of 1 nests, {{.*}} PASS
// CHECK: jacobi2_planes: 1 of 1 nests, {{.*}} PASS
// CHECK: global2: 1 of 1 nests, {{.*}} PASS
// CHECK: converge: 1 of 1 nests, {{.*}} PASS
// CHECK: heat3: 1 of 1 nests, {{.*}} PASS
// CHECK: heat3_flat: 1 of 1 nests, {{.*}} PASS
// CHECK: heat3_global: 1 of 1 nests, {{.*}} PASS
// CHECK: fdtd_struct: 1 of 1 nests, {{.*}} PASS
// CHECK: fdtd_vla: 1 of 1 nests, {{.*}} PASS
#include <math.h>

enum { N = 40, T = 6 };
static float P[N][N], Q[N][N];
static double V[N][N][N], W[N][N][N];

void jacobi1(int steps, int n, double *restrict a, double *restrict b)
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
        for (int i = 1; i < n - 1; i++)
            a[i] = b[i];
    }
}

void jacobi2_vla(int steps, int n, int m, double a[n][m], double b[n][m])
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                a[i][j] = b[i][j];
    }
}

void jacobi2_flat(int steps, int n, int m, float *a, float *b)
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++) {
                int at = i * m + j;
                b[at] = 0.2f * (a[at] + a[at - 1] + a[at + 1] + a[at - m] + a[at + m]);
            }
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                a[i * m + j] = b[i * m + j];
    }
}

void jacobi2_swap(int steps, int n, int m, float *a, float *b)
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                b[i * m + j] = 0.25f * (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]);
        float *swap = a;
        a = b;
        b = swap;
    }
}

void jacobi2_planes(int steps, int n, double u[2][n][n])
{
#pragma curestruct
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[(t + 1) % 2][i][j] = 0.25 * (u[t % 2][i - 1][j] + u[t % 2][i + 1][j] + u[t % 2][i][j - 1]
                    + u[t % 2][i][j + 1]);
}

void global2(void)
{
    int t, i, j;
#pragma curestruct
    for (t = 0; t < T; t++) {
        for (i = 1; i < N - 1; i++)
            for (j = 1; j < N - 1; j++)
                Q[i][j] = 0.125f * (P[i - 1][j - 1] + P[i - 1][j] + P[i - 1][j + 1] + P[i][j - 1] + P[i][j + 1]
                                    + P[i + 1][j - 1] + P[i + 1][j] + P[i + 1][j + 1]);
        for (i = 1; i < N - 1; i++)
            for (j = 1; j < N - 1; j++)
                P[i][j] = Q[i][j];
    }
}

double converge(int n, int m, double a[n][m], double b[n][m], int most)
{
    double error = 1;
    for (int t = 0; t < most && error > 1e-3; t++) {
        error = 0;
#pragma curestruct begin
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++) {
                b[i][j] = 0.25 * (a[i][j + 1] + a[i][j - 1] + a[i - 1][j] + a[i + 1][j]);
                error = fmax(error, fabs(b[i][j] - a[i][j]));
            }
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                a[i][j] = b[i][j];
#pragma curestruct end
    }
    return error;
}

void heat3(int steps, int n, double a[n][n][n], double b[n][n][n])
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    b[i][j][k] = a[i][j][k] + 0.125 * (a[i + 1][j][k] - 2 * a[i][j][k] + a[i - 1][j][k])
                                 + 0.125 * (a[i][j + 1][k] - 2 * a[i][j][k] + a[i][j - 1][k])
                                 + 0.125 * (a[i][j][k + 1] - 2 * a[i][j][k] + a[i][j][k - 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    a[i][j][k] = b[i][j][k];
    }
}

#define AT(i, j, k) (((i) * ny + (j)) * nz + (k))
void heat3_flat(int steps, int nx, int ny, int nz, const float *restrict c, float *restrict u, float *restrict v)
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < nx - 1; i++)
            for (int j = 1; j < ny - 1; j++)
                for (int k = 1; k < nz - 1; k++)
                    v[AT(i, j, k)] = c[0] * u[AT(i, j, k)] + c[1] * (u[AT(i - 1, j, k)] + u[AT(i + 1, j, k)]
                                     + u[AT(i, j - 1, k)] + u[AT(i, j + 1, k)] + u[AT(i, j, k - 1)] + u[AT(i, j, k
                                         + 1)]);
        for (int i = 0; i < nx * ny * nz; i++)
            u[i] = v[i];
    }
}

void heat3_global(int steps)
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                for (int k = 1; k < N - 1; k++)
                    W[i][j][k] = (V[i - 1][j][k] + V[i + 1][j][k] + V[i][j - 1][k] + V[i][j + 1][k] + V[i][j][k - 1]
                        + V[i][j][k + 1]) / 6;
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                for (int k = 1; k < N - 1; k++)
                    V[i][j][k] = W[i][j][k];
    }
}

struct fields { int nx, ny; double *ex, *ey, *hz, *source; };

void fdtd_struct(struct fields *f, int steps)
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int j = 0; j < f->ny; j++)
            f->ey[j] = f->source[t];
        for (int i = 1; i < f->nx; i++)
            for (int j = 0; j < f->ny; j++)
                f->ey[i * f->ny + j] -= 0.5 * (f->hz[i * f->ny + j] - f->hz[(i - 1) * f->ny + j]);
        for (int i = 0; i < f->nx; i++)
            for (int j = 1; j < f->ny; j++)
                f->ex[i * f->ny + j] -= 0.5 * (f->hz[i * f->ny + j] - f->hz[i * f->ny + j - 1]);
        for (int i = 0; i < f->nx - 1; i++)
            for (int j = 0; j < f->ny - 1; j++)
                f->hz[i * f->ny + j] -= 0.7 * (f->ex[i * f->ny + j + 1] - f->ex[i * f->ny + j]
                                               + f->ey[(i + 1) * f->ny + j] - f->ey[i * f->ny + j]);
    }
}

void fdtd_vla(int steps, int nx, int ny, float ex[nx][ny], float ey[nx][ny], float hz[nx][ny], float source[steps])
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int j = 0; j < ny; j++)
            ey[0][j] = source[t];
        for (int i = 1; i < nx; i++)
            for (int j = 0; j < ny; j++)
                ey[i][j] = ey[i][j] - 0.5f * (hz[i][j] - hz[i - 1][j]);
        for (int i = 0; i < nx; i++)
            for (int j = 1; j < ny; j++)
                ex[i][j] = ex[i][j] - 0.5f * (hz[i][j] - hz[i][j - 1]);
        for (int i = 0; i < nx - 1; i++)
            for (int j = 0; j < ny - 1; j++)
                hz[i][j] = hz[i][j] - 0.7f * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
    }
}
