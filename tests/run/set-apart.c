// Catches loops whose iterations set two elements that a size keeps apart, where that size brings them together.
// RUN: %same %s %t
// RUN: %same --fallback -DTOGETHER %s %t.together
#include "Inputs/checksum.h"

enum { N = 600 };
static double a[3 * N], b[3 * N];
static int c[3 * N];

static void butterflies(int m, int apart, const double *restrict x, double *restrict y)
{
#pragma curestruct
    for (int i = 0; i < m; i++) {
        y[i] = x[i] + x[i + m];
        y[i + apart] = 2 * x[i] - x[i + m];
    }
}

static void swap_halves(unsigned length, int *s)
{
    unsigned half = length / 2, start = half, j;
    if (2 * half < length)
        start++;
#pragma curestruct
    for (j = 0; j < half; j++) {
        int t = s[j];
        s[j] = s[j + start];
        s[j + start] = t;
    }
}

static void exchange(int m, int far, int *s)
{
#pragma curestruct
    for (int i = 0; i < m; i++) {
        int t = s[i];
        s[i] = s[i + far] - 1;
        s[i + far] = t * 3;
    }
}

int main(void)
{
    for (int i = 0; i < 3 * N; i++) {
        a[i] = i * 37 % 101;
        c[i] = i * 7919 % 1013;
    }
    butterflies(N, N, a, b);
    butterflies(N, 2 * N, a, b);
    butterflies(N, 0, a, b);
    butterflies(N, -N, a, b + N);
    SHOW(b);
    swap_halves(2 * N, c);
    swap_halves(2 * N - 1, c);
    swap_halves(1, c);
    exchange(N, N, c);
    exchange(N, N + 7, c);
    exchange(N, 0, c);
    exchange(1, 1, c);
#ifdef TOGETHER
    exchange(N, 5, c);
    exchange(N, -5, c + 5);
    exchange(N, N - 1, c);
    butterflies(N, 100, a, b);
    butterflies(N, -3, a, b + 3);
    SHOW(b);
#endif
    SHOW(c);
    return 0;
}
