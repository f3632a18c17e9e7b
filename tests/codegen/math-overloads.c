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

static void roots(double *to, const float *from, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        to[i] = sqrt(from[i]) + exp(from[i]);
}

int main(void)
{
    union {
        double d[400];
        float f[800];
    } *both = (void *)0;
    static double store[400];
    (void)both;
    for (int i = 0; i < 50; i++)
        ((float *)store)[700 + i] = 0.3f * (float)i;
    roots(store, (float *)store + 700, 50);
    roots(store + 340, (float *)store + 700, 10); // these overlap
    printf("%.17g %.17g %.17g\n", around(0.7f), store[49], store[349]);
    return 0;
}
