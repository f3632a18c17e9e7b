// Catches lanes that are lost, taken twice or mixed up where rows begin anywhere in a vector: at every distance from an
// aligned element, with what is read at another one than what is written, rows shorter than a vector and a little
// longer than a block's.
// RUN: %same %s %t
#include "Inputs/checksum.h"

static void add(int from, int n, float *y, const float *x)
{
#pragma curestruct
    for (int i = from; i < n; i++)
        y[i] = 0.5f * x[i - 1] + y[i] + y[0];
}

static void bytes(int from, int n, unsigned char *to, const unsigned char *a, const short *b)
{
#pragma curestruct
    for (int i = from; i < n; i++)
        to[i] = (unsigned char)(to[0] + (a[i] > 3 ? b[i] : a[i + 1]));
}

static void masked(int from, int n, double *y, const double *x, const int *mask)
{
#pragma curestruct
    for (int i = from; i < n; i++) {
        double next = x[i] + mask[0];
        if (mask[i] % 3)
            y[i] = next * x[i + 1];
    }
}

static void smooth(int n, int m, float to[n][m], const float from[n][m])
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            to[i][j] = from[i - 1][j] + from[i + 1][j] - from[i][j - 1] * from[i][j + 1];
}

static int total(int from, int n, const int *x)
{
    int s = x[0];
#pragma curestruct
    for (int i = from; i < n; i++)
        s = 3 * x[i] + s;
    return s;
}

static void rows(int n, int m, const short A[n][m], int *sums)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        sums[i] = 0;
        for (int j = 0; j < m; j++)
            sums[i] += A[i][j];
    }
}

enum { MOST = 2200 };

// Short loops around the row, which a planner that tries vectors has to unroll: their iterators are ints.
static void blocks(int w, int h, const short *from, float *restrict to)
{
#pragma curestruct
    for (int r = 0; r < h / 8; r++)
        for (int c = 0; c < w / 8; c++)
            for (int y = 0; y < 8; y++)
                for (int x = 0; x < 8; x++)
                    to[(r * 8 + y) * w + c * 8 + x] = from[(r * (w / 8) + c) * 64 + y * 8 + x];
}

int main(void)
{
    static float y[MOST], x[MOST], grid[9 * 200], old[9 * 200];
    static double d[MOST], e[MOST];
    static unsigned char to[MOST], a[MOST];
    static short b[MOST];
    static int c[MOST], sums[9];
    for (int i = 0; i < MOST; i++) {
        x[i] = (float)(i % 17), y[i] = (float)(i % 5), d[i] = i % 7, e[i] = i % 11;
        a[i] = (unsigned char)(i % 13), b[i] = (short)(i % 19), c[i] = i % 23;
    }
    for (int k = 0; k < 1800; k++)
        old[k] = (float)(k % 29);
    static const int sizes[] = {1, 2, 3, 4, 5, 7, 8, 17, 31, 1023, 1024, 1025, 1031, 2100};
    for (int s = 0; s < 14; s++)
        for (int from = 1; from < 18; from += from < 5 ? 1 : 6) {
            int n = from + sizes[s];
            add(from, n, y, x);
            bytes(from, n, to, a, b);
            masked(from, n, d, e, c);
            printf("%d %d: %d\n", n, from, total(from, n, c));
        }
    for (int m = 2; m < 200; m += m < 12 ? 1 : 17) {
        smooth(9, m, (float (*)[m])grid, (const float (*)[m])old);
        rows(9, m, (const short (*)[m])b, sums);
        SHOW(grid);
        SHOW(sums);
    }
    blocks(40, 17, b, grid);
    SHOW(grid);
    SHOW(y);
    SHOW(to);
    SHOW(d);
    return 0;
}
