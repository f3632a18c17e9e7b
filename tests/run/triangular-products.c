// Catches products of triangular and banded matrices that lose the terms of some rows, add what other rows of a tile
// have, or read what is in no triangle, or beyond an array that holds copies.
// RUN: %curestruct %s -o %t.txt --emit=schedule
// RUN: FileCheck %s --check-prefix=PLAN < %t.txt
// RUN: %same --host %s %t
#include "Inputs/checksum.h"

enum { N = 201, M = 150 };

// PLAN: nest crs_lower_1
// PLAN: isolate k at i.elem
// PLAN: stage a shared
static void lower(int n, int m, const float *restrict a, const float *restrict b, float *restrict c)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float s = 0;
            for (int k = 0; k <= i; k++)
                s += a[i * n + k] * b[k * m + j];
            c[i * m + j] = s;
        }
}

// PLAN: nest crs_upper_1
// PLAN: isolate k at i.elem
static void upper(int n, int m, const double a[n][n], const double b[n][m], double c[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = i; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
}

// PLAN: nest crs_both_1
// PLAN: isolate k at i.elem
static void both(int n, const float a[n][n], const float b[n][n], float c[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            float s = 0;
            for (int k = j; k <= i; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}

static void band(int n, int m, int w, const int a[n][n], const int b[n][m], int c[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int s = 0;
            for (int k = i > w ? i - w : 0; k < (i + w < n ? i + w : n); k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}

// a[i][k] beyond the diagonal, and b[k][j] above it, are in no row that the sums read.
static void transposed(int n, const float *restrict a, float *restrict c)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            float s = 0;
            for (int k = 0; k <= j; k++)
                s += a[i * n + k] * a[j * n + k];
            c[i * n + j] = s;
        }
}

// Row k is updated by the rows below it; no row updates the last one, of which nothing may be loaded or stored.
// PLAN: nest crs_rows_below_1
// PLAN: permute i j;
// PLAN: permute i k;
// PLAN: accumulate i;
// PLAN: isolate i at k.elem
static void rows_below(int n, int m, const double a[n][n], const double b[n][m], double c[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < i; k++)
                c[k][j] += a[i][k] * b[i][j];
}

// PLAN: nest crs_symmetric_1
// PLAN: accumulate i#2;
static void symmetric(int n, int m, const double a[n][n], const double b[n][m], double c[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double s = 0;
            for (int k = 0; k < i; k++) {
                c[k][j] += a[i][k] * b[i][j];
                s += a[i][k] * b[k][j];
            }
            c[i][j] = 2 * c[i][j] + 3 * b[i][j] * a[i][i] + s;
        }
}

// In place: the sums read a copy of the rows below. It has no row for the first one, and none at all if n is 1.
// PLAN: nest crs_in_place_1
// PLAN: stage b_ahead shared
// PLAN: stage b_ahead shared
static void in_place(int n, int m, double alpha, const double a[n][n], double b[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            for (int k = i + 1; k < n; k++)
                b[i][j] += a[k][i] * b[k][j];
            b[i][j] = alpha * b[i][j];
        }
}

static float a[N * N], b[N * N], c[N * N], d[N * M];
static double x[N * N], y[N * M], z[N * M];
static int p[N * N], q[N * M], r[N * M];

int main(void)
{
    for (int i = 0; i < N * N; i++)
        a[i] = i % 13 - 6, b[i] = i % 11 - 5, x[i] = i % 7 - 3, p[i] = i % 9 - 4;
    for (int i = 0; i < N * M; i++)
        y[i] = i % 5 - 2, q[i] = i % 17 - 8;
    for (int n = N; n > 0; n = n > 64 ? n - 68 : n / 2) {
        lower(n, M, a, b, d);
        upper(n, M, (void *)x, (void *)y, (void *)z);
        both(n, (void *)a, (void *)b, (void *)c);
        SHOW(d), SHOW(z), SHOW(c);
        band(n, M, 5, (void *)p, (void *)q, (void *)r);
        SHOW(r);
        band(n, M, 70, (void *)p, (void *)q, (void *)r);
        transposed(n, a, c);
        SHOW(r), SHOW(c);
        rows_below(n, M, (void *)x, (void *)y, (void *)z);
        SHOW(z);
        symmetric(n, M, (void *)x, (void *)y, (void *)z);
        SHOW(z);
        for (int i = 0; i < N * M; i++)
            z[i] = i % 19 - 9;
        in_place(n, M, 0.5, (void *)x, (void *)z);
        SHOW(z);
    }
    return 0;
}
