// Catches nan("") and nanf("") of math.h as another value, or taken for a call that the device does not have.
// RUN: %same %s %t
#include <math.h>
#include <stdio.h>

static void last_positive(int n, const double *restrict x, double *restrict y, float *restrict z)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double last = nan("");
        if (x[i] > 0)
            last = x[i];
        y[i] = last;
        z[i] = x[i] > 2 ? nanf("") : 1;
    }
}

int main(void)
{
    double x[50], y[50];
    float z[50];
    for (int i = 0; i < 50; i++)
        x[i] = i % 7 - 3;
    last_positive(50, x, y, z);
    for (int i = 0; i < 50; i++)
        printf("%d %d %g\n", isnan(y[i]) != 0, isnan(z[i]) != 0, isnan(y[i]) ? 0 : y[i]);
    return 0;
}
