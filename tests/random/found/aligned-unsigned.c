// Catches parts of rows that begin in front of the row, where memory is aligned, under an iterator that is unsigned: -3
// is not less than the row's length then, unless it is compared as the number that it stands for.
// RUN: %same --host %s %t
#include <stddef.h>
#include <stdio.h>

enum { MOST = 140 };
static float from[MOST * MOST], to[MOST * MOST], over[MOST * MOST];

static void wide(size_t n, size_t m, const float *a, float (*restrict b)[n])
{
#pragma curestruct
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            b[j][i] = a[i * m + j] * 2 + a[j];
}

static void narrow(unsigned n, unsigned m, const float *a, float (*restrict b)[n])
{
#pragma curestruct
    for (unsigned i = 2; i < n; i++)
        for (unsigned j = 0; j < m; j++)
            b[j][i] = a[(size_t)i * m + j] - 1;
}

int main(void)
{
    for (int i = 0; i < MOST * MOST; i++)
        from[i] = (float)(i * 7 % 1013);
    for (size_t n = 1; n < MOST; n += 43)
        wide(n, n / 2 + 9, from, (float (*)[n])to), narrow((unsigned)n, (unsigned)n / 2 + 9, from, (float (*)[n])over);
    for (int i = 0; i < 130 * 74; i += 5)
        printf("%g %g\n", to[i], over[i]);
    return 0;
}
