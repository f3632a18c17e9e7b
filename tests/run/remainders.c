// Catches ranges of arrays that are taken by remainders and quotients of an iterator by a size (bias[i % channels]) and
// are copied in part, or beyond their end: where the iterations are fewer than the divisor, or no multiple of it.
// RUN: %same %s %t
// RUN: %same --fallback -DZERO %s %t
#include "Inputs/checksum.h"

#include <stdlib.h>

enum { N = 700 };
static float x[N], sums[N];

static void add_bias(int n, int channels, const float *bias)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        x[i] += bias[i % channels];
}

static void scale_rows(int n, int width, const float *scale)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        x[i] *= scale[i / width];
}

static void planes(int n, int channels, int height, int width, const float *bias)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int channel = i / (height * width) % channels;
        x[i] -= bias[channel];
    }
}

static void wide(unsigned n, unsigned m, const float *in)
{
#pragma curestruct
    for (unsigned i = 0; i < n; i++)
        x[i] += in[(size_t)(i / m)];
}

static void classes(int n, int count, float *restrict by)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        by[i % count] += x[i];
}

// On the heap and of no more than what is touched, beyond which nothing may be read.
static float *made(int count)
{
    float *values = (float *)malloc(sizeof(float) * (size_t)count);
    for (int i = 0; i < count; i++)
        values[i] = (float)(i % 9 + 1);
    return values;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = (float)(i % 31);
    float *one = made(1), *few = made(7), *many = made(N);
#ifdef ZERO
    add_bias(-2, 0, few), scale_rows(-2, 0, few);
#else
    add_bias(N, 7, few), add_bias(N, 1, one), add_bias(7, N, few), add_bias(1, 3, one);
    SHOW(x);
    scale_rows(N, 100, few), scale_rows(13, 2, few), scale_rows(N, 1, many), scale_rows(5, N, one);
    SHOW(x);
    planes(N, 7, 10, 5, few), planes(N, 1, 3, 3, one), planes(7, 99, 1, 1, few), planes(0, 3, 3, 3, one);
    SHOW(x);
    wide(N, 100, few), wide(1, 9, one);
    classes(N, 7, sums), classes(5, 100, sums);
#endif
    SHOW(x), SHOW(sums);
    free(one), free(few), free(many);
    return 0;
}
