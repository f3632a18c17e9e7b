// Catches a bound that analysis reads in another form, beside one with a scalar that is private to the loop: the other
// bound kept the scalar from outside of the loop.
// Catches a number of blocks, an end of a loop and a condition of the host that need values which only the device has,
// and loops that stay in one thread because a loop around them has data as its bounds.
// RUN: %same %s %t
// RUN: %curestruct -DSHORT %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: %curestruct -Werror=refused -Werror=sequential -Wno-assume %s -o %t.cu
#include "Inputs/checksum.h"

#define LEAST(a, b) ((a) < (b) ? (a) : (b))
#define MOST(a, b) ((a) > (b) ? (a) : (b))

static void symmetric(int n, const double *a, double *sum)
{
    unsigned long i, j, j0, j1;
    for (j0 = 0; j0 < n; j0 += 8)
        for (i = 0, j1 = LEAST(j0 + 8, n); i < j1; i++)
            for (j = MOST(i, j0); j < j1; j++) {
                double both = a[i * n + j] + 2 * a[j * n + i];
                sum[i * n + j] = both;
                sum[j * n + i] = both;
            }
}

static void all(int *shape, const double *restrict a, double *restrict sum)
{
    unsigned long size = (unsigned long)shape[1] * shape[1];
#pragma curestruct
    for (int i = 0; i < shape[0]; i++)
        symmetric(shape[1], a + i * size, sum + i * size);
}

static void clamped(int n, int m, const float *restrict key, float *restrict x, float *restrict set)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int low, high;
        low = i - 5;
        high = i + 5;
        if (low < 0) {
            low = 0;
            set[i] += 3;
        }
        if (high > n - 1)
            high = n - 1;
        for (int k = 0; k < m; k++)
            for (int j = low; j <= high; j++)
                x[j] += key[i * m + k] * (float)(j - i + 3);
    }
}

struct part {
    int first, end;
};
static void parts(int n, int m, const struct part *restrict part, float *restrict x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int h = part[i].first; h < (part[i].end < 6 ? part[i].end : 6); h++)
            for (int j = 0; j < m; j++)
                x[j] = x[j] * 0.5f + (float)h;
}

static void parts_by_hand(int n, int m, const struct part *restrict part, float *restrict x)
{
#pragma curestruct schedule("tile j 64; bind j.tile block.x; bind j.elem thread.x")
    for (int i = 0; i < n; i++)
        for (int h = part[i].first; h < (part[i].end < 6 ? part[i].end : 6); h++)
            if (n > 4 && part[i].end > 2)
                for (int j = 0; j < m; j++)
                    x[j] = x[j] * 0.5f - (float)h;
}

static int part_of(float value)
{
    return value > 3 ? 1 : 2;
}

static void counted(int n, int m, const float *restrict key, float *restrict x)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int many[2] = {0, 0};
        for (int j = 0; j < m; j++)
            many[j & 1] += key[j] * x[i] > 2;
        for (int h = many[0]; h < many[1]; h++) {
            for (int j = 0; j < m; j++)
                x[j] = x[j] * 0.5f + (float)h;
            if (n > 3 && part_of(x[i]) == 1)
                for (int j = 0; j < m; j++)
                    x[j] += 1;
        }
    }
}

static void by_data(void)
{
    enum { N = 12, M = 300 };
    static float key[N * M], x[M], set[N];
    static struct part part[N];
    for (int round = 0; round < 6; round++) {
        int n = round * 5 % N, m = round % 2 ? M : 10 + round;
        for (int i = 0; i < N * M; i++)
            key[i] = (float)(i * 29 % 31 - 7) * 0.25f;
        for (int i = 0; i < M; i++)
            x[i] = (float)(i * 13 % 17);
        for (int i = 0; i < N; i++)
            part[i] = (struct part){i % 4 - 1, i * 5 % 9};
        clamped(n, m, key, x, set);
        parts(n, m, part, x);
        parts_by_hand(n, m, part, x);
        counted(n, m, key, x);
        printf("%016lx %016lx\n", checksum_bytes(x, sizeof x), checksum_bytes(set, sizeof set));
    }
}

#ifdef SHORT
// SHORT: bounds-of-privates.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial
static void short_rows(int n, const struct part *restrict part, float *restrict x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int h = part[i].first; h < part[i].end; h++)
            for (int k = 0; k < 3; k++)
                x[k] = x[k] * 0.5f + (float)h;
}
#endif

int main(void)
{
    static double a[5 * 20 * 20], sum[5 * 20 * 20];
    for (int n = 0; n <= 20; n++) {
        int shape[2] = {5, n};
        for (int i = 0; i < 5 * n * n; i++)
            a[i] = (i * 37 % 101) / 4.0;
        all(shape, a, sum);
        printf("%d %016lx\n", n, checksum_bytes(sum, sizeof sum));
    }
    by_data();
    return 0;
}
