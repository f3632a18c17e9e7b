// Catches `float **`: rows that are packed wrongly, columns and rows outside of the nest that are overwritten, rows at
// even and uneven distances, and rows that overlap, for which the serial loop has to run.
// RUN: %same --fallback %s %t
// RUN: %same --fallback --host %s %t.host
#include <stdio.h>

static void add(float **c, float *const *a, int n, int m)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        for (int j = 2; j < m; j++)
            c[i][j] += a[i][j] * 2;
}

static double sum(float block[9][300])
{
    double all = 0;
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 300; j++)
            all = all * 0.999 + (double)block[i][j];
    return all;
}

int main(void)
{
    static float block[9][300], other[9][300];
    float *even[9], *uneven[9], *twice[9];
    for (int i = 0; i < 9; i++) {
        even[i] = block[i];
        uneven[i] = other[i * 4 % 9];
        twice[i] = block[i / 2];
        for (int j = 0; j < 300; j++) {
            block[i][j] = (float)(i + j);
            other[i][j] = (float)(i * j);
        }
    }
    add(even, uneven, 9, 300);
    printf("%.17g\n", sum(block));
    add(uneven, even, 8, 299);
    printf("%.17g\n", sum(other));
    add(even, uneven, 0, 0);
    add(even, uneven, 9, 2);
    add(twice, uneven, 9, 300);
    printf("%.17g\n", sum(block));
    return 0;
}
