// Catches an access that stands in both branches of a condition and is counted for the first one only: its array was
// not copied.
// RUN: %same %s %t
#include "Inputs/checksum.h"

static double a[400], b[400];

static void branches(int n, const double *p, const double *q, double *restrict r)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        r[i] = i == 3 ? (q[i] > 2 ? p[i] : 2) : (i == 5 ? 3 : p[i] - q[i]);
}

int main(void)
{
    for (int i = 0; i < 400; i++)
        a[i] = i % 7, b[i] = i % 11;
    double result[400] = {0};
    for (int n = 0; n < 7; n++)
        branches(n, a, b, result);
    branches(400, a, b, result);
    SHOW(result);
    return 0;
}
