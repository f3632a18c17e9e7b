// Catches local arrays whose rows are taken to be as long as the variable that gave their length is now.
// RUN: %same %s %t
// RUN: %curestruct --emit=ir %s -o - 2>&1 | FileCheck %s --implicit-check-not=warning:
#include <stdio.h>

// CHECK: array double rows[rows_size0][rows_size1]
static double work(int n, int m, const double *x)
{
    double rows[n][m], sum = 0;
    n -= 3;
    m /= 2;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            rows[i][j] = x[i] - 2 * x[j];
    for (int i = 0; i < n; i++)
        sum = 0.5 * sum + rows[i][i % m];
    return sum;
}

int main(void)
{
    double x[100];
    for (int i = 0; i < 100; i++)
        x[i] = i * 7 % 23;
    printf("%.15g %.15g\n", work(100, 61, x), work(40, 99, x));
    return 0;
}
