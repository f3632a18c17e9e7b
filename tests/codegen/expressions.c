// Catches expressions that mean something else in C++, that lose a conversion, or that are cluttered with casts which
// the language makes by itself.
// RUN: %curestruct %s -o - | FileCheck %s
// RUN: %same %s %t
// RUN: %same --host %s %t.host
#include <limits.h>
#include <math.h>
#include <stdio.h>

static void types(int n, const float *restrict f, const int *restrict k, const unsigned char *restrict b,
                  double *restrict d, long *restrict wide, unsigned *restrict u, signed char *restrict c)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        // CHECK: d[i] = sqrt((double)f[i]) + f[i] * 2.0f + fabs((double)k[i]);
        d[i] = sqrt(f[i]) + f[i] * 2 + fabs(k[i]);
        // CHECK: wide[i] = (long)k[i] * k[i] + b[i];
        wide[i] = (long)k[i] * k[i] + b[i];
        // CHECK: u[i] = (unsigned int)k[i] * 2654435761u - (unsigned int)(k[i] > 3);
        u[i] = (unsigned)k[i] * 2654435761u - (k[i] > 3);
        // CHECK: c[i] = b[i] + k[i] * 3;
        c[i] = b[i] + k[i] * 3;
    }
#pragma curestruct
    for (int i = 0; i < n; i++) {
        // CHECK: d[i] += k[i] / 2;
        d[i] += k[i] / 2;
        // CHECK: c[i] *= 0.75
        c[i] *= 0.75;
        // CHECK: u[i] ^= (unsigned int)(k[i] << 3) + (unsigned int)(k[i] & 7);
        u[i] ^= (k[i] << 3) + (unsigned)(k[i] & 7);
        // CHECK: wide[i] -= k[i] == (-2147483647 - 1) ? 1 : -(-k[i]);
        wide[i] -= k[i] == INT_MIN ? 1 : - -k[i];
        // CHECK: if (!(f[i] < 0.5f) && (k[i] & 1) == 0)
        if (!(f[i] < 0.5f) && (k[i] & 1) == 0)
            d[i] = -d[i];
    }
}

int main(void)
{
    enum { N = 200 };
    static float f[N];
    static int k[N];
    static unsigned char b[N];
    static double d[N];
    static long wide[N];
    static unsigned u[N];
    static signed char c[N];
    for (int i = 0; i < N; i++) {
        f[i] = 0.31f * (float)i;
        k[i] = i * 7919 % 1000 - 300;
        b[i] = (unsigned char)(i * 5);
    }
    k[7] = INT_MIN / 1024;
    types(N, f, k, b, d, wide, u, c);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 0.9 + d[i] + (double)wide[i] + u[i] + c[i];
    printf("%.17g\n", sum);
    return 0;
}
