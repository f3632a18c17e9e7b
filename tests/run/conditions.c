// Catches loops whose condition says more of the iterator than its name: one iteration too many or too few where a term
// moves to the other side, wraps, or is rounded.
// RUN: %same %s %t
// RUN: %same --host %s %t.host
#include "Inputs/checksum.h"
#include <stddef.h>

static int a[400];

static void stencil(size_t w, size_t h, float *restrict to, const float *restrict from)
{
#pragma curestruct
    for (size_t y = 1; y + 1 < h; ++y)
        for (size_t x = 1; x + 1 < w; ++x)
            to[y * w + x] = from[(y - 1) * w + x] - from[y * w + x + 1];
}

static void terms(int n, int k, long m, unsigned u, unsigned char c)
{
#pragma curestruct
    for (int i = 0; i * 3 < n; i++)
        a[i] += 1;
#pragma curestruct
    for (int i = -5; i * 3 <= n; i++)
        a[i + 5] += 2;
#pragma curestruct
    for (int i = n; 2 * i > k; i--)
        a[i + 50] += 3;
#pragma curestruct
    for (int i = n; i * 2 >= k; --i)
        a[i + 50] += 4;
#pragma curestruct
    for (int i = 0; i + k <= n; i += 2)
        a[i] += 5;
#pragma curestruct
    for (int i = 0; n > i + 1; i++)
        a[i] += 6;
#pragma curestruct
    for (long i = 0; i - k != m; i++)
        a[i] += 7;
#pragma curestruct
    for (unsigned i = 0; i + 4 <= u; i += 4)
        a[i] += 8;
#pragma curestruct
    for (unsigned char i = 1; 2 + i < c; i++)
        a[i] += 9;
#pragma curestruct
    for (int i = 0; i + 100 * sizeof(int) < (size_t)m + 396; i++)
        a[i] += 10;
}

int main(void)
{
    static float from[30][20], to[30][20];
    for (int y = 0; y < 30; y++)
        for (int x = 0; x < 20; x++)
            from[y][x] = (float)(y * 20 + x);
    stencil(20, 30, &to[0][0], &from[0][0]);
    stencil(0, 0, &to[0][0], &from[0][0]);
    for (int n = 20; n < 30; n++) {
        terms(n, 3, n - 3, (unsigned)n, (unsigned char)n);
        terms(n, -3, n, (unsigned)n - 20, 3);
    }
    SHOW(to);
    SHOW(a);
    return 0;
}
