// Catches elements that move towards the beginning of an array and are read after they are written; and negative
// distances, with which each is written first.
// RUN: %same %s %t
// RUN: %same --fallback -DNEGATIVE %s %t
#include "Inputs/checksum.h"

enum { N = 5000 };
static float x[N];
static struct History {
    int length, distance;
    float *samples;
} history;

static void shift(int n, int m, float *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = a[i + m];
}

static void forget(struct History *of)
{
#pragma curestruct
    for (int i = 0; i < of->length; i++)
        of->samples[i] = of->samples[i + of->distance];
}

static void level(int first, int last, float *tree)
{
#pragma curestruct
    for (int i = first; i < last; i++)
        tree[i] = tree[2 * i + 1] * 2 - tree[2 * i + 2];
}

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = (float)(i % 31);
#ifdef NEGATIVE
    shift(100, -3, x + 10), level(-9, 20, x + 1000);
#else
    shift(1000, 3, x), shift(1000, 1, x), shift(500, 0, x), shift(0, 5, x), shift(1000, 2999, x);
    SHOW(x);
    history = (struct History){2000, 700, x};
    forget(&history);
    SHOW(x);
    for (int at = 10; at >= 0; at--)
        level((1 << at) - 1, (1 << (at + 1)) - 1, x);
#endif
    SHOW(x);
    return 0;
}
