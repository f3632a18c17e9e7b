// Catches host code whose sqrt, fabs and abs become C++'s overloads for float: in C they are functions of double and int,
// around the nests and in the serial loop that a launcher falls back to.
// RUN: %same --fallback %s %t
// RUN: %curestruct %s -o %t.cu && grep -c "define sqrt" %t.cu
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double around(float x)
{
    return sqrt(x) + fabs(x) / 3 + abs((int)-x) + pow(x, x);
}

static void roots(float *to, const float *from, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        to[i] = (float)(sqrt(from[i]) * exp(from[i]));
}

int main(void)
{
    static float store[400];
    for (int i = 0; i < 400; i++)
        store[i] = 0.03f * (float)i;
    roots(store, store + 100, 100);
    roots(store + 200, store + 210, 100); // these overlap
    double sum = 0;
    for (int i = 0; i < 400; i++)
        sum = sum * 0.99 + (double)store[i];
    printf("%.17g %.17g\n", around(0.7f), sum);
    return 0;
}
