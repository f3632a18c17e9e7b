// Catches pointers of __builtin_assume_aligned, and what a function returns as a pointer to void, read as another type.
// RUN: %same %s %t
#include <stdio.h>

static float in[64], out[64];

static void *same(char *p)
{
    return p;
}

static void scale(int n, const float *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const float *p = __builtin_assume_aligned(x, 4);
        float *const restrict q = (float *)__builtin_assume_aligned(y, 64, 60);
        q[i] = p[i] * 2;
    }
}

static void bytes(int n, const char *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const float *p = __builtin_assume_aligned(x, 4);
        y[i] += p[i];
    }
}

static void returned(int n, char *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const float *p = same(x);
        y[i] += 3 * p[i];
    }
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        in[i] = i * 0.75f - 7;
    scale(63, in, out);
    bytes(60, (const char *)in, out);
    returned(50, (char *)in, out);
    double all = 0;
    for (int i = 0; i < 64; i++)
        all += (i % 5 + 1) * out[i];
    printf("%g\n", all);
    return 0;
}
