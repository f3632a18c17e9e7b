// Catches C's meaning changing in C++: character constants are ints, sqrt of a float is the double function, small
// integers are promoted, unsigned arithmetic wraps, and a comparison's value is an int.
// RUN: %same %s %t
// RUN: %same --host %s %t.host
#include <math.h>
#include <stdio.h>

static void meaning(int n, const float *x, double *root, int *sizes, unsigned char *bytes, unsigned *wrapped)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        root[i] = sqrt(x[i]) + fabs(x[i]) / 3;
        sizes[i] = (int)sizeof('a') * 100 + (int)sizeof(x[i] > 0);
        bytes[i] = (unsigned char)(bytes[i] + 'z' + (x[i] > 2));
        wrapped[i] = wrapped[i] * 2654435761u - 5u + (bytes[i] << 16 >> 20);
    }
}

int main(void)
{
    enum { N = 100 };
    float x[N];
    double root[N];
    int sizes[N];
    unsigned char bytes[N];
    unsigned wrapped[N];
    for (int i = 0; i < N; i++) {
        x[i] = i * 0.37f;
        bytes[i] = (unsigned char)(i * 3);
        wrapped[i] = 77u * i;
    }
    meaning(N, x, root, sizes, bytes, wrapped);
    for (int i = 0; i < N; i += 11)
        printf("%.17g %d %d %u\n", root[i], sizes[i], bytes[i], wrapped[i]);
    return 0;
}
