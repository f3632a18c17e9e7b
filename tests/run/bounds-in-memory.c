// Catches bounds in memory that a nest does not write: one that is read where the serial loops do not read it (the
// pointer is NULL there), that another pointer changes on the way, the element of another struct, and one that a
// kernel reads before it knows that a loop around runs.
// RUN: %same --host %s %t
// RUN: %same --fallback -DOVERLAP %s %t
// RUN: %curestruct check --on cpu --function triangle %s 2>&1 | FileCheck %s
#include "Inputs/checksum.h"
#include <stddef.h>

enum { N = 40, M = 30, K = 5 };
struct layer {
    int sizes[2], count;
    long stride;
};
static int extents[3] = {K, M, N}, bounds[2 * N];
static struct layer net[3] = {{{3, 4}, 5, 6}, {{N, M}, K, M}, {{1, 1}, 1, 1}};
static float grid[K * M * N], line[N * N], other[N * N];

void by_extent(const int d[3], float *u)
{
#pragma curestruct
    for (int k = 0; k < d[2]; k++)
        for (int j = 0; j < d[1]; j++)
            for (int i = 0; i < d[0]; i++)
                u[(k * d[1] + j) * d[0] + i] = (float)(k + 3 * j + 7 * i + d[0]);
}

// Without iterations of the outer loop, nothing is at m.
void inner(int n, const int *m, float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < *m; j++)
            x[i * *m + j] += (float)(i - j);
}

void either(int a, int b, const unsigned char *m, float *x, float *y)
{
#pragma curestruct begin
    if (a > 2)
        for (int j = 0; j < *m; j++)
            x[j] += 2;
    if (b > 3)
        for (int j = 0; j < *m; j++)
            y[j] += 3;
#pragma curestruct end
}

// CHECK: triangle: 1 of 1 nests, {{.*}}PASS
void triangle(int n, const int *m, float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < *m; k++)
                x[i] += (float)(j * k);
}

void overwritten(const int *n, int *x)
{
#pragma curestruct
    for (int i = 0; i < n[1]; i++)
        x[i] = 3 * i + 5;
}

static void of_layer(int l, const struct layer *layers, float *x)
{
#pragma curestruct
    for (int i = 0; i < layers[l].sizes[l]; i++)
        for (int j = 0; j < layers[l].count; j++)
            x[i * layers[l].stride + j] += (float)(i * j);
}

// All 255 iterations of a row run, and its iterator ends at the largest value of its type.
static void narrow(int n, const unsigned char *counts, float (*x)[256])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (unsigned char j = 0; j < counts[i]; j++)
            x[i][j] += (float)(i - 2 * j);
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (unsigned char j = 0; j < (counts[i] < counts[4] ? counts[i] : counts[4]); j++)
            x[i][j] -= (float)(3 * j);
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (short j = 254; j > counts[i]; j--)
            x[i][j] += (float)(i + j);
}

static int counted(const int *n, const float *x, int *count)
{
#pragma curestruct
    for (int i = 0; i < *n; i++)
        if (x[i] > 3)
            *count += 1;
    return *count;
}

int main(void)
{
    by_extent(extents, grid);
    SHOW(grid);
    inner(0, NULL, line);
    inner(N - 3, &extents[0], line);
    SHOW(line);
    either(0, 1, NULL, line, other);
    either(3, 1, (unsigned char *)&extents[1], line, other);
    either(1, 4, (unsigned char *)&extents[2], line, other);
    SHOW(line);
    SHOW(other);
    triangle(1, NULL, other);
    triangle(N, extents, other);
    SHOW(other);
    static unsigned char counts[8] = {255, 0, 254, 1, 128, 255, 3, 127};
    static float rows[8][256];
    narrow(8, counts, rows);
    SHOW(rows);
    bounds[1] = N;
#ifdef OVERLAP
    bounds[1] = 2;
    overwritten(bounds, bounds);
#else
    overwritten(bounds, bounds + 2);
#endif
    SHOW(bounds);
    of_layer(1, net, line);
    SHOW(line);
    int found[1] = {2};
    found[0] = counted(extents, line, found) + counted(extents + 2, line + 7, found);
    SHOW(found);
    return 0;
}
