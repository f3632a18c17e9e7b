// Catches a range of gathered elements that is too small or too large, and a walk over index arrays that reads more of
// them than the serial loops do: every array lies between two pages that cannot be read.
// RUN: %same %s %t
#include "Inputs/checksum.h"
#include "Inputs/edge.h"

#include <math.h>
#include <string.h>

static float *floats(long count, int at_end)
{
    float *x = (float *)edge(count * (long)sizeof(float), at_end);
    for (long i = 0; i < count; i++)
        x[i] = (float)(i * 37 % 101) / 4;
    return x;
}

static int *indices(long count, int low, int below, int at_end)
{
    int *x = (int *)edge(count * (long)sizeof(int), at_end);
    for (long i = 0; i < count; i++)
        x[i] = low + (int)(i * 7919 % (below - low));
    return x;
}

static void show(const char *name, const void *bytes, long count)
{
    printf("%s %016lx\n", name, checksum_bytes(bytes, (unsigned long)count));
}

static void gather(int n, const int *idx, const float *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = x[idx[i]] + 1;
}

static void every_third_down(int n, const short *idx, const float *x, float *y)
{
#pragma curestruct
    for (int i = n - 1; i >= 0; i -= 3)
        y[i] = x[idx[i] * 2 - 1];
}

static void rows(int n, const int *ptr, const unsigned *col, const float *val, const float *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int k = ptr[i]; k < ptr[i + 1]; k++)
            s += val[k] * x[col[k]];
        y[i] = s;
    }
}

static void embed(int n, int d, const unsigned long *idx, unsigned long base, const float *table, float *out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < d; j++)
            out[i * d + j] = table[(idx[i] - base) * d + j];
}

static void histogram(long n, const unsigned char *key, int *h)
{
#pragma curestruct
    for (long i = 0; i < n; i++)
        if (key[i] != 255)
            h[key[i]]++;
}

static void sums(int n, const int *ptr, const int *key, const float *val, int *restrict h)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = ptr[i]; k < ptr[i + 1]; k++)
            h[key[k]] += (int)val[k];
}

static void masked(int n, const char *mask, const long *idx, const float *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = mask[i] ? x[idx[i]] : 0;
}

static void twice(int n, const int *a, const int *b, const float *where, const float *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = x[a[b[i]]] * x[(int)where[i]];
}

struct edge { int from, to; };
struct point { float x, y; };

static void lengths(int n, const struct edge *edges, const struct point *points, float *out)
{
#pragma curestruct
    for (int e = 0; e < n; e++) {
        int from = edges[e].from, to = edges[e].to;
        out[e] = points[to].x - points[from].x + points[to].y - points[from].y;
    }
}

static void columns(int n, const int *idx, const float (*x)[6], float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 1; j < 5; j++)
            y[i * 4 + j - 1] = x[idx[i]][j];
}

static void steps(int turns, int n, const int *idx, const float *x, float *y)
{
#pragma curestruct
    for (int t = 0; t < turns; t++)
        for (int i = 0; i < n; i++)
            y[i] = y[i] / 2 + x[idx[i] + t];
}

static void remap(int n, int w, int h, const float *mx, const float *my, const unsigned char *from, float *restrict to)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float fx = mx[i], fy = my[i];
        int x = (int)floorf(fx), y = (int)ceilf(fy);
        if (x < 0 || y < 0 || x >= w - 1 || y >= h) {
            to[i] = -1;
            continue;
        }
        to[i] = from[y * w + x] * (1 - (fx - x)) + from[y * w + x + 1] * (fx - x);
    }
}

static void scatter(int n, const int *at, const float *x, float *y)
{
#pragma curestruct independent
    for (int i = 0; i < n; i++)
        y[at[i]] = x[i];
}

static void mixed(int n, const int *idx, const float *table, float *restrict x)
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        x[i] = (float)i;
    for (int i = 0; i < n; i++)
        x[n + i] += table[idx[i]] - table[i];
#pragma curestruct end
}

int main(void)
{
    enum { N = 1000 };
    for (int at_end = 0; at_end < 2; at_end++) {
        float *y = floats(N, at_end), *wide = floats(6 * N, at_end);
        float *x = floats(50, at_end);
        gather(N, indices(N, 0, 50, at_end), x, y), show("gather", y, N * 4);
        gather(N, indices(N, -30, 20, at_end), x + 30, y), show("negative", y, N * 4);
        gather(0, NULL, NULL, NULL);
        gather(-7, (const int *)edge(0, 1), (const float *)edge(0, 1), y);
        gather(1, indices(1, -99, -98, at_end), floats(1, at_end) + 99, y), show("one", y, N * 4);

        short *even = (short *)edge(N * 2, at_end);
        for (int i = 0; i < N; i++)
            even[i] = (short)(i % 3 ? 30000 : i % 20 - 4);
        every_third_down(N, even, floats(39, at_end) + 9, y), show("third", y, N * 4);

        int *ptr = indices(N + 1, 5, 6, at_end);
        rows(N, ptr, (const unsigned *)edge(0, 1), (const float *)edge(0, 1), (const float *)edge(0, 1), y),
            show("empty rows", y, N * 4);
        for (int i = 0; i < N; i++)
            ptr[i + 1] = ptr[i] + (i * 7 % 11 - 4 > 0 ? i * 7 % 11 - 4 : 0);
        int count = ptr[N] - 5, *col = indices(count, 0, 50, at_end);
        float *val = floats(count, at_end);
        rows(N, ptr, (const unsigned *)col - 5, val - 5, x, y), show("rows", y, N * 4);

        unsigned long *many = (unsigned long *)edge(N * 8, at_end);
        for (int i = 0; i < N; i++)
            many[i] = 1000000 - 4 + (unsigned long)i % 9;
        embed(N, 6, many, 1000000, floats(9 * 6, at_end) + 4 * 6, wide), show("embed", wide, 6 * N * 4);

        int *h = indices(64, 0, 9, at_end);
        unsigned char *key = (unsigned char *)edge(N, at_end);
        for (int i = 0; i < N; i++)
            key[i] = (unsigned char)(i % 5 == 3 ? 255 : 100 + i * i % 64);
        histogram(N, key, h - 100), show("histogram", h, 64 * 4);
        memset(key, 255, N);
        histogram(N, key, NULL);
        sums(N, ptr, indices(count, -7, 57, at_end) - 5, val - 5, h + 7), show("sums", h, 64 * 4);

        char *mask = (char *)edge(N, at_end);
        long *far = (long *)edge(N * 8, at_end);
        for (int i = 0; i < N; i++) {
            mask[i] = i % 3 == 1;
            far[i] = mask[i] ? i % 50 : (1L << 60) - i;
        }
        masked(N, mask, far, x, y), show("masked", y, N * 4);

        float *where = floats(N, at_end);
        for (int i = 0; i < N; i++)
            where[i] = (float)(i % 50) + 0.75f;
        twice(N, indices(20, 0, 50, at_end), indices(N, 0, 20, at_end), where, x, y), show("twice", y, N * 4);
        lengths(N, (const struct edge *)indices(2 * N, 0, 25, at_end), (const struct point *)x, y),
            show("lengths", y, N * 4);
        columns(N, indices(N, 2, 8, at_end), (const float(*)[6])(floats(34, at_end) - 13), wide),
            show("columns", wide, 4 * N * 4);
        steps(5, N, indices(N, 0, 46, at_end), x, y), show("steps", y, N * 4);

        float *to_x = floats(N, at_end), *to_y = floats(N, at_end);
        for (int i = 0; i < N; i++) {
            to_x[i] = (float)(i % 57) / 4 - 2.125f;
            to_y[i] = i % 57 >= 17 ? (float)(i % 31) / 4 - 1 : 100;
        }
        unsigned char *image = (unsigned char *)edge(8 * 9 - 2, at_end); // elements 2 to 71 of 9 x 9
        for (int i = 0; i < 8 * 9 - 2; i++)
            image[i] = (unsigned char)(i * 7);
        remap(N, 9, 9, to_x, to_y, image - 2, y), show("remap", y, N * 4);

        int *place = indices(N, 0, N, at_end);
        scatter(N, place, wide, y), show("scatter", y, N * 4);
        float *both = floats(40, at_end);
        mixed(20, indices(20, 5, 33, at_end), floats(33, at_end), both), show("mixed", both, 40 * 4);
    }
    return 0;
}
