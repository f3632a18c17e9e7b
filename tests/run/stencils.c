// Catches elements of a stencil that are loaded from the wrong place or not at all where several lanes and rows of a
// thread share them: odd widths, rows that are aligned and rows that are not, domains of one column, reads that lie far
// apart, conditions.
// RUN: %same %s %t
// RUN: %same --host %s %t.host
#include "Inputs/checksum.h"

static void five(int n, int m, const float old[17][77], float next[17][77])
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            next[i][j] = 0.5f * old[i][j] + old[i][j - 1] + old[i][j + 1] + old[i - 1][j] + old[i + 1][j];
}

static void nine(int n, int m, const double old[16][64], double next[16][64])
{
#pragma curestruct
    for (int i = 2; i < n - 2; i++)
        for (int j = 2; j < m - 2; j++) {
            double s = 0;
            for (int d = 0; d < 1; d++)
                s += old[i][j];
            next[i][j] = s;
        }
#pragma curestruct
    for (int i = 2; i < n - 2; i++)
        for (int j = 2; j < m - 2; j++)
            next[i][j] +=
                old[i - 2][j - 2] + 2 * old[i][j + 2] + 3 * old[i + 1][j] + old[i + 2][j + 1] * old[i - 1][j - 1];
}

static void seven(int n, int m, int p, const float *old, float *next)
{
#pragma curestruct
    for (int k = 1; k < n - 1; k++)
        for (int i = 1; i < m - 1; i++)
            for (int j = 1; j < p - 1; j++)
                next[(k * m + i) * p + j] = old[(k * m + i) * p + j] + 2 * old[(k * m + i) * p + j - 1] +
                                            3 * old[(k * m + i) * p + j + 1] + 4 * old[(k * m + i - 1) * p + j] +
                                            5 * old[(k * m + i + 1) * p + j] + 6 * old[((k - 1) * m + i) * p + j] +
                                            7 * old[((k + 1) * m + i) * p + j];
}

// The neighbours beyond the rim are not there: they are read where a condition says so.
static void rim(int n, int m, const float *old, const unsigned char *wall, float *next)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float up = i > 0 ? old[(i - 1) * m + j] : 0;
            float down = i < n - 1 ? old[(i + 1) * m + j] : 0;
            if (!wall[i * m + j])
                next[i * m + j] = old[i * m + j] + up + down;
        }
}

static void line(int n, const float *x, float *y)
{
#pragma curestruct
    for (int i = 3; i < n - 3; i++)
        y[i] = x[i - 3] + 2 * x[i - 1] + 3 * x[i] + 4 * x[i + 1] + 5 * x[i + 3];
}

int main(void)
{
    static float f[17][77], g[17][77], h[5 * 17 * 77], k[5 * 17 * 77];
    static double a[16][64], b[16][64];
    static unsigned char wall[17 * 77];
    for (int i = 0; i < 5 * 17 * 77; i++)
        h[i] = (float)(i * 7 % 101);
    for (int i = 0; i < 17; i++)
        for (int j = 0; j < 77; j++) {
            f[i][j] = (float)((i * 31 + j * 17) % 64);
            wall[i * 77 + j] = (unsigned char)(i * j % 5 == 0);
        }
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 64; j++)
            a[i][j] = (i * 13 + j * 5) % 32;
    for (int m = 1; m <= 77; m += 4) {
        five(m % 17 + 1, m, f, g);
        SHOW(g);
        if (m <= 64) {
            nine(16 - m % 3, m, a, b);
            SHOW(b);
        }
        seven(5, 1 + m % 17, m, h, k);
        SHOW(k);
        rim(17 - m % 4, m, h, wall, k);
        SHOW(k);
        line(m, h, k);
        SHOW(k);
    }
    five(17, 77, f, g);
    SHOW(g);
    seven(5, 16, 64, h, k);
    SHOW(k);
    return 0;
}
