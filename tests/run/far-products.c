// Catches a product of a bound that only the launcher could know, which did not fit in 64 bits: the range that it gave
// was a small one, and threads read what had not been copied.
// RUN: %same --host --fallback %s %t
#include "Inputs/checksum.h"
#include <stddef.h>

enum { N = 33, P = 17, STEP = 3 };

static float a[(N + 1) * (P + 3) * (N + 1)], b[P][N][N];

static void backwards(size_t n, size_t p, size_t step, const float *x, float (*y)[n][n])
{
#pragma curestruct
    for (size_t i = 0; i < n; i += step)
        for (size_t j = 0; j < i; j++)
            for (size_t k = 2; k < p; k++)
                y[k][i][j] = x[((n - 1 - i) * (p + 3) + k) * (n + 1) + i];
}

int main(void)
{
    for (size_t i = 0; i < sizeof a / sizeof a[0]; i++)
        a[i] = (float)(i % 1009);
    backwards(N, P, STEP, a, b);
    SHOW(b);
    return 0;
}
