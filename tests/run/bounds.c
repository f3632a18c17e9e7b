// Catches bounds that are taken for something else than C computes: unsigned triangles, minima and maxima by ?: or by a
// function, symbolic steps from an outer iterator on, abs; rows of a length that is a multiple of a parameter.
// RUN: %same -Wno-sign-compare %s %t
#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 31 };
static int a[N * N * 8], b[N * N];

static int smaller(int x, int y)
{
    return x < y ? x : y;
}

static long larger(long x, long y)
{
    if (x > y)
        return x;
    return y;
}

static void unsigned_triangles(unsigned n, unsigned m)
{
#pragma curestruct
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i + 1; j < n; j++)
            a[i * N + j] += b[j] + 1;
#pragma curestruct
    for (int i = 0; i < N - 1; i++)
        for (unsigned j = 2; j <= (i + 1) - 1; j++)
            a[i * N + j] ^= b[j] + 11;
#pragma curestruct
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n - i; j++)
            a[i * N + j] ^= b[i] + 2;
#pragma curestruct
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < (m < i ? m : i); j++)
            a[i * N + j] += b[j] + 3;
#pragma curestruct
    for (unsigned long i = 0; i < n; i++)
        for (unsigned long j = i > m ? i - m : 0; j < (i + m < n ? i + m : n); j++)
            a[i * N + j] -= b[j] + 4;
}

static void choices(int n, int m, int s)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < (m > i + 2 ? m : i + 2); j++)
            a[i * (2 * N) + j] += b[j] + 5;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < smaller(m, i); j++)
            a[i * N + j] += b[j] + 6;
#pragma curestruct
    for (int i = n - 1; i >= 0; i--)
        for (long j = larger(i - m, 0); j <= smaller(i + m, n - 1); j++)
            a[i * N + j] ^= b[j] + 7;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j += s)
            a[i * N + j] += b[j] + 8;
#pragma curestruct
    for (int i = 0; i < n; i += s)
        for (int j = 0; j <= i; j++)
            a[i * N + j] ^= b[j] + 10;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < abs(i - m); j++)
            a[i * N + j] += b[j] + 9;
}

static void rows(int n, int m, int ld, int *restrict x, const int *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < 2; k++)
                x[(i * ld + 3 * j) * 2 + k] = y[j] + i + k;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[2 * ld * i + 2 * j] = x[2 * ld * i + 2 * j + 1] - y[i];
}

int main(void)
{
    for (int i = 0; i < N * N; i++)
        b[i] = i * 7 % 101;
    for (int n = 1; n <= N; n += 10)
        for (int m = 1; m < N; m += 9) {
            unsigned_triangles((unsigned)n, (unsigned)m);
            choices(n, m, m % 5 + 1);
            SHOW(a);
        }
    rows(7, 11, 33, a, b);
    rows(1, 1, 3, a + 5, b);
    SHOW(a);
    return 0;
}
