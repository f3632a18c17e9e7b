// Catches a maximum of a `?:` whose watch for ties of zeros reads one arm of it in every iteration, also where it is
// outside of the array.
// RUN: %same %s %t
#include <stdio.h>

static double largest(int n, const double *x, const double *y)
{
    double result = 1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if ((i < 3 ? x[i] : y[i]) > result)
            result = i < 3 ? x[i] : y[i];
    return result;
}

int main(void)
{
    static double y[4096];
    const double x[3] = {-1, 2, 0};
    for (int i = 0; i < 4096; i++)
        y[i] = i % 100 - 97;
    for (int n = 0; n <= 4096; n += n < 5 ? 1 : 4091)
        printf("%g\n", largest(n, x, y));
    return 0;
}
