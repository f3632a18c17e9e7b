// Catches a scalar of the function that one iteration of a parallel loop sets alone, as an inner loop runs only there:
// refused since all threads would store it, or stored by the others, too.
// RUN: %curestruct %s -o - | FileCheck %s
// RUN: %same %s %t
#include <stdio.h>

// CHECK-LABEL: crs_first_{{[0-9]+}}_k1(
// CHECK: y[i] = x[i] + 1;
// CHECK: t_cell[0] = t_cell[0] * 3 + i;
static int first(int n, const int *restrict x, int *restrict y)
{
    int t = 5;
#pragma curestruct
    for (int i = 0; i < n; i += 3) {
        y[i] = x[i] + 1;
        for (int j = i + 1; j < 4; j++)
            t = t * 3 + i;
    }
    return t;
}

// CHECK-LABEL: crs_last_{{[0-9]+}}_k1(
// CHECK: t_cell[0] += x[j{{[_0-9]*}}];
static int last(int n, int m, const int *restrict x, int (*restrict y)[m])
{
    int t = 5;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < m; k++)
            y[i][k] = x[k] + i;
        for (int j = n - 1; j < i + 1; j++)
            t += x[j];
    }
    return t;
}

int main(void)
{
    enum { N = 700, M = 9 };
    static int x[N], y[N], z[N * M];
    for (int i = 0; i < N; i++)
        x[i] = i * 7 % 23;
    for (int n = 0; n < N; n = 3 * n + 1)
        printf("%d %d\n", first(n, x, y), last(n, M, x, (int (*)[M])z));
    for (int i = 0; i < N; i++)
        printf("%d %d\n", y[i], z[i]);
    return 0;
}
