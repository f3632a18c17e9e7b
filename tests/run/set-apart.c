// Catches loops whose iterations set two elements that a size keeps apart, where that size brings them together; and
// rows that overwrite each other if they are longer than what lies between their beginnings.
// RUN: %same %s %t
// RUN: %same --fallback -DLONG %s %t.long
// RUN: %curestruct -Werror=sequential -Wno-assume %s -o %t.cu
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

static void padded(unsigned rows, unsigned stride, unsigned columns, const int *from, int *to)
{
#pragma curestruct
    for (unsigned k = 0; k < rows; k++) {
        unsigned c;
        for (c = 0; c < columns; c++)
            to[8 * k + c] = from[c + k * stride];
        for (; c < 8; c++)
            to[8 * k + c] = -1;
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
    static int rows[3 * N];
    padded(40, 11, 5, c, rows);
    padded(40, 8, 8, c + 1, rows + 320);
    padded(0, 8, 8, c + 1, rows + 700);
    padded(40, 11, 0, c, rows + 800);
#ifdef LONG
    padded(40, 11, 9, c, rows + 3);
#endif
    SHOW(rows);
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
