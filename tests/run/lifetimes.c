// Catches one name for several values, as C89 declares them, standing between loops: a sum of each row beside a sum of
// all, in a region and inside a time loop; and a value given a name of its own that something still reads: after a
// loop that may not run, by `continue`, in one branch alone.
// RUN: %curestruct --emit=schedule %s -o - | FileCheck %s
// RUN: %same %s %t
#include <stdio.h>

// CHECK-LABEL: nest crs_norms_
// CHECK: bind j.tile block.x;
// CHECK: reduce sum_1
// CHECK: reduce sum
static double norms(int n, int m, const double *restrict a, double *restrict q)
{
    double sum;
    int j, k;
#pragma curestruct begin
    for (j = 0; j < n; j++) {
        sum = 0.0;
        for (k = 0; k < m; k++)
            sum = sum + a[j * m + k];
        q[j] = sum;
    }
    sum = 0.0;
    for (j = 0; j < n; j++)
        sum = sum + q[j] * q[j];
#pragma curestruct end
    return sum;
}

static int steps(int t, int n, int *restrict a, int *restrict b)
{
    int x = 7, i, s;
#pragma curestruct
    for (s = 0; s < t; s++) {
        for (i = 0; i < n; i++) {
            x = a[i] + s;
            b[i] = x * x;
        }
        x = 3;
        for (i = 0; i < n; i++)
            a[i] = b[i] + x;
    }
    return x;
}

// What the first loop leaves is read before it is set again.
static int read_between(int n, const int *restrict a, int *restrict b)
{
    int x = 5, y, i;
#pragma curestruct begin
    for (i = 0; i < n; i++) {
        x = a[i];
        b[i] = x + 1;
    }
    y = x;
    x = 2;
    for (i = 0; i < n; i++)
        b[i] = b[i] * x;
#pragma curestruct end
    return x + y;
}

// One branch sets it, the other reads what came in.
static int branches(int n, int c, const int *restrict a, int *restrict b)
{
    int x = 11, i;
#pragma curestruct begin
    if (c)
        x = 1;
    for (i = 0; i < n; i++)
        b[i] = a[i] + x;
    x = 4;
    for (i = 0; i < n; i++)
        b[i] = b[i] * x;
#pragma curestruct end
    return x;
}

int main(void)
{
    enum { N = 37, M = 23 };
    double a[N * M], q[N];
    int c[N], d[N];
    for (int i = 0; i < N * M; i++)
        a[i] = i % 7 - 3;
    for (int i = 0; i < N; i++)
        c[i] = i * 3 % 11;
    printf("%g %g\n", norms(N, M, a, q), q[5]);
    printf("%g\n", norms(0, M, a, q));
    printf("%d\n", steps(3, N, c, d));
    printf("%d %d\n", read_between(N, c, d), read_between(0, c, d));
    printf("%d\n", branches(N, 0, c, d));
    for (int i = 0; i < N; i++)
        printf("%d %d\n", c[i], d[i]);
    return 0;
}
