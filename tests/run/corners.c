// Catches the first or the last element that a subscript touches being missed where it is no affine function but grows
// with every iterator: products of parameters that nobody knows to nest, triangles packed without gaps, scaled and
// rounded positions, steps by a parameter. What lies beyond is not to be touched.
// RUN: %same %s %t
// RUN: env CURESTRUCT_CHECK_SIZES=2 %curestruct check --on cpu %s
#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 3000 };
static int out[N];

// Nothing but these elements may be read.
static int *exactly(int count)
{
    int *made = (int *)malloc((count ? count : 1) * sizeof *made);
    for (int i = 0; i < count; i++)
        made[i] = i * 7919 % 1009 + 1;
    return made;
}

static void heads(int b, int t, int c, int h, int s, const int *from, int *restrict to)
{
#pragma curestruct
    for (int i = 0; i < b; i++)
        for (int j = 0; j < t; j++)
            for (int k = 0; k < h; k++) {
                int sum = 0;
                for (int l = 0; l < s; l++)
                    sum += from[i * t * c + j * c + k * s + l];
                to[(i * t + j) * h + k] = sum;
            }
}

static void packed(int n, const int *from, const int *x, int *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int j = 0; j <= i; j++)
            sum += from[i * (i + 1) / 2 + j] * x[j];
        y[i] = sum;
    }
}

static void nearest(int w, int h, int width, int height, const int *from, int *restrict to)
{
#pragma curestruct
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            to[y * width + x] = from[(y * h / height) * w + x * w / width];
}

static void groups(int n, int d, int size, const int *scale, int *restrict to)
{
#pragma curestruct
    for (int i = 0; i < d; i++) {
        int sum = 0, at = i * n;
        for (int j = 0; j <= n - size; j += size)
            sum += scale[(at + j) / size] * (j + 1);
        to[i] = sum;
    }
}

int main(void)
{
    int *from = exactly(4 * 5 * 24), *triangle = exactly(40 * 41 / 2), *x = exactly(40);
    heads(4, 5, 24, 6, 4, from, out), heads(4, 5, 24, 3, 4, from, out + 500), heads(0, 5, 24, 3, 4, from, out);
    SHOW(out);
    packed(40, triangle, x, out), packed(0, triangle, x, out), packed(1, triangle, x, out + 50);
    SHOW(out);
    nearest(24, 20, 30, 25, from, out), nearest(24, 20, 12, 10, from, out);
    SHOW(out);
    groups(40, 12, 4, from, out), groups(41, 12, 4, from, out + 20), groups(3, 12, 4, from, out + 40),
        groups(40, 0, 4, from, out);
    SHOW(out);
    free(from), free(triangle), free(x);
    return 0;
}
