// Catches a loop from (size_t)-1 to a small end that is taken for one from -1: such rows are empty.
// RUN: %same %s %t
#include "Inputs/checksum.h"

#include <stddef.h>

static float val[1000], y[100];

static void rows(int n, const size_t *first, const size_t *end, float *restrict sums)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (size_t k = first[i]; k < end[i]; k++)
            s += val[k];
        sums[i] = s;
    }
}

static void behind_pointer(int n, const size_t *first, const size_t *end, const float *v, float *restrict sums)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        size_t from = first[i], to = end[i];
        sums[i] = 1;
        for (size_t k = from; k < to; k++)
            sums[i] += v[k] / 2;
    }
}

int main(void)
{
    static size_t first[100], end[100];
    for (int i = 0; i < 1000; i++)
        val[i] = (float)(i % 97);
    for (int i = 0; i < 100; i++) {
        first[i] = i % 3 == 1 ? (size_t)-1 - (size_t)(i % 2) : (size_t)i * 3;
        end[i] = (size_t)i * (i % 3 == 1 ? 2 : 5);
    }
    rows(100, first, end, y);
    SHOW(y);
    behind_pointer(100, first, end, val, y);
    SHOW(y);
    return 0;
}
