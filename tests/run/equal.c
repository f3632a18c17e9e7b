// Catches equal pointers that are taken for an overlap, so that the serial loop runs though no iteration reads what
// another one has written; and kernels that then read what they have written: a filter in place, several kernels,
// shared memory, vectors.
// RUN: %same %s %t
#include "Inputs/checksum.h"

static float a[5000], b[5000];
static double grid[40][40];
static unsigned bits[300];

// one kernel reads x for its sum, the next one writes y
static void scaled_by_norm(float *y, const float *x, const float *w, int n)
{
    float s = 0;
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    for (int i = 0; i < n; i++)
        y[i] = w[i] * (x[i] * s);
#pragma curestruct end
}

// the rows of both are of one length in this call
static void scaled_rows(int n, int m, float *y, int ldy, const float *x, int ldx)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i * ldy + j] = x[i * ldx + j] * (1 + i % 3);
}

// later iterations write what earlier ones have read
static void shift(int n, float *y, const float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = x[i + 1] + x[i + 700];
}

// x is read once more after a statement of the same iteration that writes another array
static void two(int n, float *y, float *z, const float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float t = x[i];
        z[i] = t + x[i];
        y[i] = t * 3;
    }
}

// the rows after these are read before they are written, in a smaller part of the grid
static void rows(int n, int m, double (*to)[m], double (*from)[m])
{
#pragma curestruct
    for (int i = 0; i + 1 < n; i++)
        for (int j = 0; j < m; j++)
            to[i][j] = from[i + 1][j] + from[i + 1][m - 1 - j];
}

// types of one size
static void signs(int n, unsigned *to, const int *from)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        to[i] = from[i] < 0 ? 1u : 7u;
}

int main(void)
{
    for (int i = 0; i < 5000; i++) {
        a[i] = (float)(i % 13 - 6) / 8;
        b[i] = (float)(i % 5);
    }
    for (int i = 0; i < 1600; i++)
        grid[i / 40][i % 40] = i % 17;
    for (int i = 0; i < 300; i++)
        bits[i] = i % 3 ? (unsigned)i : (unsigned)-i;
    scaled_by_norm(a, a, b, 100);
    SHOW(a);
    scaled_by_norm(a, b, a, 100);
    SHOW(a);
    scaled_by_norm(a + 50, a + 50, a + 50, 60);
    SHOW(a);
    shift(4000, a, a);
    SHOW(a);
    shift(1, b, b);
    scaled_rows(40, 70, a, 71, a, 71);
    SHOW(a);
    scaled_rows(600, 1, b, 3, b, 3);
    two(4000, a, b, a);
    SHOW(a);
    SHOW(b);
    rows(40, 40, grid, grid);
    SHOW(grid);
    signs(300, bits, (const int *)bits);
    SHOW(bits);
    return 0;
}
