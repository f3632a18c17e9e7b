// Catches elements of a stencil that a thread with several rows and several planes loads from the wrong place, or not
// at all: odd sizes, aligned rows and others, vectors and single elements, partial groups of rows and of planes, reads
// far apart, several arrays, choices.
// RUN: env CURESTRUCT_SIMT_ORDER=reverse %same %s %t
#include "Inputs/checksum.h"

#define BLOCKS "interchange i.turn j.tile; interchange i.turn j.thread; interchange k.turn i.tile; " \
               "interchange k.turn i.thread; interchange k.turn j.tile; interchange k.turn j.thread; " \
               "interchange i.thread j.tile; bind k.group block.z; bind i.tile block.y; bind j.tile block.x; " \
               "bind i.thread thread.y; bind j.thread thread.x; unroll k.turn; unroll i.turn; vectorize j.lane"
#define TURNS(lanes, rows, planes) "tile j " #lanes " as j.group j.lane; tile i " #rows " as i.group i.turn; " \
                                   "tile k " #planes " as k.group k.turn; tile i.group 2 as i.tile i.thread; " \
                                   "tile j.group 4 as j.tile j.thread; " BLOCKS

static void seven(int n, int m, int p, const float old[n][m][p], float next[n][m][p])
{
#pragma curestruct schedule(TURNS(4, 2, 4))
    for (int k = 1; k < n - 1; k++)
        for (int i = 1; i < m - 1; i++)
            for (int j = 1; j < p - 1; j++)
                next[k][i][j] = old[k][i][j] + 2 * old[k][i][j - 1] + 3 * old[k][i][j + 1] + 4 * old[k][i - 1][j] +
                                5 * old[k][i + 1][j] + 6 * old[k - 1][i][j] + 7 * old[k + 1][i][j];
}

static void seven_alone(int n, int m, int p, const float *old, float *next)
{
#pragma curestruct schedule(TURNS(1, 4, 2))
    for (int k = 1; k < n - 1; k++)
        for (int i = 1; i < m - 1; i++)
            for (int j = 1; j < p - 1; j++)
                next[(k * m + i) * p + j] = old[(k * m + i) * p + j] + 2 * old[(k * m + i) * p + j - 1] +
                                            3 * old[(k * m + i) * p + j + 1] + 4 * old[(k * m + i - 1) * p + j] +
                                            5 * old[(k * m + i + 1) * p + j] + 6 * old[((k - 1) * m + i) * p + j] +
                                            7 * old[((k + 1) * m + i) * p + j];
}

// All neighbours, and some further away, with coefficients that lie in a second array.
static void far(int n, int m, int p, const double old[n][m][p], const double weight[n][m][p], double next[n][m][p])
{
#pragma curestruct schedule(TURNS(2, 2, 2))
    for (int k = 2; k < n - 2; k++)
        for (int i = 3; i < m - 1; i++)
            for (int j = 2; j < p - 2; j++)
                next[k][i][j] = weight[k][i][j] * (old[k - 2][i][j - 1] + old[k + 2][i][j + 1]) +
                                weight[k][i][j + 1] * (old[k][i - 3][j] + old[k][i + 1][j - 2]) +
                                old[k - 1][i - 1][j - 1] * old[k + 1][i + 1][j + 2] +
                                weight[k - 1][i][j] * old[k][i][j];
}

// Two fields change together, each by differences of others, one of which is read only where a choice says so.
static void fields(int n, int m, int p, const float a[n][m][p], const float b[n][m][p], float x[n][m][p],
                   float y[n][m][p])
{
#pragma curestruct schedule(TURNS(1, 2, 3))
    for (int k = 0; k < n - 1; k++)
        for (int i = 0; i < m - 1; i++)
            for (int j = 0; j < p - 1; j++) {
                x[k][i][j] += a[k][i + 1][j] - a[k][i][j] - b[k + 1][i][j] + b[k][i][j];
                y[k][i][j] -= b[k][i][j + 1] - b[k][i][j] - (i > 0 ? a[k][i - 1][j] : 0);
            }
}

// Groups of the outermost loop follow each other, with turns of all others in a thread.
static void four(int n, int m, int p, const float *old, float *next)
{
#pragma curestruct schedule("tile j 2 as j.group j.lane; tile i 2 as i.group i.turn; tile k 2 as k.group k.turn; " \
                            "tile l 3 as l.group l.turn; interchange i.turn j.group; interchange k.turn i.group; " \
                            "interchange k.turn j.group; interchange l.turn k.group; interchange l.turn i.group; " \
                            "interchange l.turn j.group; tile i.group 2 as i.tile i.thread; " \
                            "tile j.group 4 as j.tile j.thread; interchange i.thread j.tile; bind k.group block.z; " \
                            "bind i.tile block.y; bind j.tile block.x; bind i.thread thread.y; " \
                            "bind j.thread thread.x; unroll l.turn; unroll k.turn; unroll i.turn; vectorize j.lane")
    for (int l = 1; l < 6; l++)
        for (int k = 1; k < n - 1; k++)
            for (int i = 1; i < m - 1; i++)
                for (int j = 0; j < p; j++)
                    next[((l * n + k) * m + i) * p + j] =
                        old[((l * n + k) * m + i) * p + j] + 2 * old[(((l - 1) * n + k) * m + i) * p + j] +
                        3 * old[(((l + 1) * n + k) * m + i) * p + j] + 4 * old[((l * n + k - 1) * m + i) * p + j] +
                        5 * old[((l * n + k + 1) * m + i) * p + j] + 6 * old[((l * n + k) * m + i + 1) * p + j];
}

// Turns of one element need each other: none of them may move to another thread.
static void columns(int n, int m, int p, const int old[n][m][p], int sum[m][p])
{
#pragma curestruct schedule("tile j 4 as j.group j.lane; tile k 4 as k.group k.turn; interchange k.turn i; " \
                            "interchange k.turn j.group; interchange k.group i; interchange k.group j.group; " \
                            "tile j.group 4 as j.tile j.thread; bind i block.y; bind j.tile block.x; " \
                            "bind j.thread thread.x; unroll k.turn; vectorize j.lane")
    for (int k = 0; k < n; k++)
        for (int i = 0; i < m; i++)
            for (int j = 1; j < p - 1; j++)
                sum[i][j] = 3 * sum[i][j] + old[k][i][j] + old[k][i][j + 1];
}

int main(void)
{
    enum { SIZE = 7 * 5 * 7 * 43 };
    static float f[SIZE], g[SIZE], h[SIZE], e[SIZE];
    static double a[SIZE], b[SIZE], c[SIZE];
    static int w[SIZE], s[14 * 40];
    for (int i = 0; i < SIZE; i++) {
        f[i] = (float)(i * 31 % 101);
        e[i] = (float)(i * 17 % 61);
        w[i] = i * 19 % 43;
        a[i] = i * 13 % 37;
        b[i] = i * 7 % 29;
    }
    for (int p = 1; p <= 43; p += 3) {
        int n = 1 + p % 9, m = 1 + p * 5 % 14;
        seven(n, m, p, (const float(*)[m][p])f, (float(*)[m][p])g);
        SHOW(g);
        seven_alone(n, m, p, f, h);
        SHOW(h);
        far(n, m, p, (const double(*)[m][p])a, (const double(*)[m][p])b, (double(*)[m][p])c);
        SHOW(c);
        four(n / 2, m / 2, p, f, h);
        SHOW(h);
        fields(n, m, p, (const float(*)[m][p])f, (const float(*)[m][p])e, (float(*)[m][p])g, (float(*)[m][p])h);
        SHOW(g);
        SHOW(h);
    }
    seven(9, 14, 40, (const float(*)[14][40])f, (float(*)[14][40])g);
    SHOW(g);
    four(5, 7, 40, f, h);
    SHOW(h);
    columns(9, 14, 40, (const int(*)[14][40])w, (int(*)[40])s);
    SHOW(s);
    far(9, 14, 40, (const double(*)[14][40])a, (const double(*)[14][40])b, (double(*)[14][40])c);
    SHOW(c);
    return 0;
}
