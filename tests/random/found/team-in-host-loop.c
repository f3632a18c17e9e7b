// Catches a kernel in a loop of the host whose threads are more than its combination of parts counts on: the host
// loop's bounds limit the kernel's loop, which only one of the two knew.
// RUN: %same %s %t
#include <stdio.h>

static double rows(size_t m, const double *a, double *restrict out)
{
    double sum = 1;
#pragma curestruct
    for (size_t i = 0; i < 4; i++) {
        for (size_t j = 0; j < m; j++)
            for (size_t k = 0; k <= i; k++)
                if (a[k] != 0.5)
                    sum += a[i + k] * a[k];
        for (size_t j = 0; j < m; j++)
            out[0] = a[j] - out[0] > out[0] ? a[j] - out[0] : out[0];
    }
    return sum;
}

int main(void)
{
    double a[600], out[1] = {1};
    for (int i = 0; i < 600; i++)
        a[i] = i % 7 * 0.5;
    printf("%g", rows(600, a, out));
    printf(" %g\n", out[0]);
    return 0;
}
