// Catches host code that C++ reads otherwise, around the nests and in the serial loop that a launcher falls back to:
// sqrt, fabs and abs become overloads for float where C has functions of double and int, also inside a macro of that
// name, and sizeof of a character constant or of a comparison is no longer that of an int.
// RUN: %same --fallback %s %t
// RUN: %curestruct %s -o %t.cu && grep -c "define sqrt" %t.cu
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define exp(x) (1 + exp(x))

static double around(float x)
{
    printf("%zu %zu %zu %zu\n", sizeof('a'), sizeof "a'", sizeof(x > 2 || !x), sizeof(x)); // sizeof('c')
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
