// Catches a loop that is left out although it does more than set its own variables: through a pointer, or a variable of
// the same name outside; and a nest that is refused because of a loop that does no more.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { N = 500 };
static int begin[N + 1], column[3 * N];
static float value[3 * N], x[N], y[N];

#define AHEAD(a, n)                                                            \
    do {                                                                       \
        const char *p_ = (const char *)(a), *end_ = (const char *)((a) + (n)); \
        for (; p_ < end_; p_ += 64)                                            \
            __builtin_prefetch(p_);                                            \
    } while (0)

static void product(int n, const int *ends, const int *columns, const float *values, const float *from,
                    float *restrict to)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        int count = ends[i + 1] - ends[i];
        AHEAD(columns + ends[i] + count, count);
        for (int k = ends[i]; k < ends[i + 1]; k++)
            sum += values[k] * from[columns[k]];
        to[i] = sum;
    }
}

static int alike(int n, const float *from, float *restrict to)
{
    int k = 2, last = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int steps = 0;
        {
            for (int k = 0; k < 3; k++)
                steps++;
        }
        {
            int j = 0;
            while (j < i % 5)
                j += 2;
        }
        do {
            float *at = &to[i];
            for (int j = 0; j < 2; j++)
                *at = from[i] + (float)(j + k);
        } while (0);
        to[i] += (float)steps;
        last = i + k;
    }
    return last;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = (float)(i % 97), y[i] = (float)(i % 7), begin[i + 1] = begin[i] + i % 4;
        for (int k = 0; k < 3; k++)
            column[3 * i + k] = (i * 7 + k) % N, value[3 * i + k] = (float)(k - 1);
    }
    product(N, begin, column, value, x, y);
    SHOW(y);
    printf("%d\n", alike(N, x, y));
    SHOW(y);
    return 0;
}
