// Catches a bound that analysis reads in another form, beside one with a scalar that is private to the loop: the other
// bound kept the scalar from outside of the loop.
// RUN: %same %s %t
#include "Inputs/checksum.h"

#define LEAST(a, b) ((a) < (b) ? (a) : (b))
#define MOST(a, b) ((a) > (b) ? (a) : (b))

static void symmetric(int n, const double *a, double *sum)
{
    unsigned long i, j, j0, j1;
    for (j0 = 0; j0 < n; j0 += 8)
        for (i = 0, j1 = LEAST(j0 + 8, n); i < j1; i++)
            for (j = MOST(i, j0); j < j1; j++) {
                double both = a[i * n + j] + 2 * a[j * n + i];
                sum[i * n + j] = both;
                sum[j * n + i] = both;
            }
}

static void all(int *shape, const double *restrict a, double *restrict sum)
{
    unsigned long size = (unsigned long)shape[1] * shape[1];
#pragma curestruct
    for (int i = 0; i < shape[0]; i++)
        symmetric(shape[1], a + i * size, sum + i * size);
}

int main(void)
{
    static double a[5 * 20 * 20], sum[5 * 20 * 20];
    for (int n = 0; n <= 20; n++) {
        int shape[2] = {5, n};
        for (int i = 0; i < 5 * n * n; i++)
            a[i] = (i * 37 % 101) / 4.0;
        all(shape, a, sum);
        printf("%d %016lx\n", n, checksum_bytes(sum, sizeof sum));
    }
    return 0;
}
