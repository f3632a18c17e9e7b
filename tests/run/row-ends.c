// Catches elements beyond a row that are stored, or read where the array may have none, where the ends of a row are
// vectors: tiles that begin apart in neighbouring rows and planes, rows that a vector begins before and ends after, the
// first and the last row of an array, and windows that slide downwards. All widths of up to two tiles, at all
// alignments; the CPU runtime finds accesses outside of what is copied, and two stores of one element.
// RUN: %same %s %t
#include "Inputs/checksum.h"
#define BLOCKS "tile j 2 as j.tile j.thread; tile k 4 as k.group k.lane; tile k.group 8 as k.tile k.thread; " \
               "interchange i.turn j.tile; interchange i.turn j.thread; interchange i.turn k.tile; " \
               "interchange i.turn k.thread; interchange j.thread k.tile; bind i.group block.z; bind j.tile block.y; " \
               "bind k.tile block.x; bind j.thread thread.y; bind k.thread thread.x; "

static float helper(float x, float y) { return x > y ? x - y : 0.5f * (y - x); }

static void up(int n, int m, int p, const float a[n][m][p], float b[n][m][p])
{
#pragma curestruct schedule("tile i 3 as i.group i.turn; " BLOCKS "rotate i.turn ahead 1; vectorize k.lane")
    for (int i = 1; i < n - 1; i++)
        for (int j = 2; j < m - 1; j++)
            for (int k = 1; k < p - 2; k++)
                b[i][j][k] = a[i - 1][j][k] + 2 * a[i + 1][j][k] + helper(a[i][j - 2][k], a[i][j + 1][k]) +
                             a[i][j][k - 1] + 5 * a[i][j][k + 2];
}

static void down(int n, int m, int p, const float a[n][m][p], float b[n][m][p])
{
#pragma curestruct schedule("tile i 3 as i.group i.turn; " BLOCKS "rotate i.turn; vectorize k.lane")
    for (int i = n - 3; i > 0; i--)
        for (int j = 1; j < m - 1; j++)
            for (int k = 0; k < p; k++)
                b[i][j][k] = a[i - 1][j][k] + 2 * a[i + 2][j][k] + a[i + 1][j - 1][k] + 3 * a[i][j + 1][k];
}

// Rows of a flat array, whose distance is a parameter.
static void flat(int n, int p, int pitch, const float *a, float *b)
{
#pragma curestruct schedule("tile i 4 as i.group i.turn; tile k 4 as k.group k.lane; " \
                            "tile k.group 8 as k.tile k.thread; interchange i.turn k.tile; " \
                            "interchange i.turn k.thread; bind i.group block.y; bind k.tile block.x; " \
                            "bind k.thread thread.x; rotate i.turn ahead 1; vectorize k.lane")
    for (int i = 1; i < n - 1; i++)
        for (int k = 1; k < p - 1; k++)
            b[i * pitch + k] = a[(i - 1) * pitch + k] + 2 * a[i * pitch + k - 1] + 3 * a[i * pitch + k + 1] +
                               4 * a[(i + 1) * pitch + k];
}

static void doubles(int n, int m, int p, const double a[n][m][p], double b[n][m][p], double c[n][m][p])
{
#pragma curestruct schedule("tile i 3 as i.group i.turn; tile j 2 as j.tile j.thread; tile k 2 as k.group k.lane; " \
                            "tile k.group 8 as k.tile k.thread; interchange i.turn j.tile; " \
                            "interchange i.turn j.thread; interchange i.turn k.tile; interchange i.turn k.thread; " \
                            "interchange j.thread k.tile; bind i.group block.z; bind j.tile block.y; " \
                            "bind k.tile block.x; bind j.thread thread.y; bind k.thread thread.x; " \
                            "rotate i.turn ahead 1; vectorize k.lane")
    for (int i = 1; i < n - 1; i++)
        for (int j = 0; j < m; j++)
            for (int k = 1; k < p; k++) {
                double s = a[i - 1][j][k] + 2 * a[i + 1][j][k];
                b[i][j][k] = s + a[i][j][k - 1];
                c[i][j][k] = s - a[i][j][k];
            }
}

int main(void)
{
    enum { N = 6, M = 5, MOST = 70, ROOM = N * M * (MOST + 3) + 16 };
    static float a[ROOM], b[ROOM];
    static double x[ROOM], y[ROOM], z[ROOM];
    for (int i = 0; i < ROOM; i++)
        x[i] = a[i] = (float)(i * 7 % 64);
    for (int p = 1; p <= MOST; p++) {
        int from = p % 7, to = p % 5;
        for (int i = 0; i < ROOM; i++)
            z[i] = y[i] = b[i] = -1;
        up(N, M, p, (void *)(a + from), (void *)(b + to));
        up(3 + p % 3, M, p, (void *)(a + to), (void *)(b + to));
        SHOW(b);
        down(N, M, p, (void *)(a + to), (void *)(b + to));
        SHOW(b);
        flat(N * 3, p, p + p % 4, a + from, b + from);
        SHOW(b);
        doubles(N, M, p, (void *)(x + p % 3), (void *)(y + p % 2), (void *)(z + 1));
        SHOW(y);
        SHOW(z);
    }
    return 0;
}
